import type { ContactListRow } from 'db/contact-lists/queries.ts'
import { useEffect, useRef } from 'react'

/** While thousands of numbers are asked for, every answer is news. */
const pauseMs = 3_000

/** Reads the people anew when the list's own counts, which come by sync, say that something of them is another. */
export function useReloadWithCounts(list: ContactListRow | undefined, reload: () => void) {
  const counts = list && `${list.contactsCount} ${list.validCount} ${list.invalidCount}`
  const known = useRef(counts)
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (counts === undefined || counts === known.current) return
    const isFirst = known.current === undefined
    known.current = counts
    if (isFirst || waiting.current !== undefined) return
    waiting.current = setTimeout(() => {
      waiting.current = undefined
      reload()
    }, pauseMs)
  }, [counts, reload])
  useEffect(() => () => clearTimeout(waiting.current), [])
}
