import { useEffect, useState } from 'react'
import { isSameDay } from './text/date-time.ts'

/** The present, renewed each minute: for times that read "today" and "since". */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The same object all day. */
export function useToday(): Date {
  const now = useNow()
  const [today, setToday] = useState(now)
  if (isSameDay(now, today)) return today
  setToday(now)
  return now
}
