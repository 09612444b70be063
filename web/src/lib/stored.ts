// Small preferences of this device, in localStorage.
import { useState } from 'react'

export function useStored<T extends string>(key: string, fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => (localStorage.getItem(key) as T | null) ?? fallback)
  return [
    value,
    (next) => {
      localStorage.setItem(key, next)
      setValue(next)
    },
  ]
}

const draftPrefix = 'draft:'
const draftKey = (ticketId: string) => draftPrefix + ticketId

export function readDraft(ticketId: string): string {
  return localStorage.getItem(draftKey(ticketId)) ?? ''
}

export function writeDraft(ticketId: string, text: string) {
  if (text === '') localStorage.removeItem(draftKey(ticketId))
  else localStorage.setItem(draftKey(ticketId), text)
}

/** What somebody was writing is theirs: gone with their session. */
export function clearDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key)
}
