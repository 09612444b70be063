// What of a bubble is shown only when somebody asks for it: it grows then, and who reads it at the end of the conversation stays there.
import { createContext, useContext, useState } from 'react'

/** Told before a bubble grows. */
export const GrowthContext = createContext<() => void>(() => {})

/** By message, how often more was asked for: one that left the screen and comes back is as it was. */
const asked = new Map<string, number>()

/** How often more of the message was asked for, and asking. */
export function useGrowth(messageId: string): { times: number; showMore(): void } {
  const onGrowth = useContext(GrowthContext)
  const [times, setTimes] = useState(() => asked.get(messageId) ?? 0)
  return {
    times,
    showMore() {
      onGrowth()
      asked.set(messageId, times + 1)
      setTimes(times + 1)
    },
  }
}
