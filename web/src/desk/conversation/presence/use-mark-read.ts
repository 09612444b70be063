import { useEffect, useMemo } from 'react'
import { afterPaint } from '../../../lib/after-paint.ts'
import { toastError } from '../../../lib/app/toast.ts'
import { useStable } from '../../../lib/use-stable.ts'
import { createGathering } from './gathering.ts'
import { usePageVisible } from './use-page-visible.ts'

/** Who writes three lines in a row is told once that they were read: each mark costs device and server as much as the message did. */
const everyMs = 1000

interface Reading {
  conversationId: string
  /** Something is, for somebody whose reading counts. */
  unread: boolean
  /** The newest is in sight, on a page that may be hidden. */
  atEnd: boolean
  /** The time of the newest that was heard. */
  until: string | undefined
}

/**
 * Tells what was before somebody's eyes as read, once it was: the first when it has been painted, what follows gathered, the rest in the moment in
 * which nobody looks any more.
 */
export function useMarkRead(reading: Reading, mark: (id: string, until: string | undefined) => Promise<unknown>) {
  const { conversationId: id, unread, atEnd, until } = reading
  const seen = usePageVisible() && atEnd
  const tell = useStable((of: string, upTo: string | undefined) => void mark(of, upTo).catch(toastError))
  const marks = useMemo(
    () => createGathering((upTo: string | undefined) => tell(id, upTo), everyMs, afterPaint),
    [id, tell],
  )
  useEffect(() => () => marks.settle(), [marks])
  useEffect(() => {
    if (!unread) marks.drop()
    else if (seen) marks.owe(until)
    else marks.settle()
  }, [marks, unread, seen, until])
}
