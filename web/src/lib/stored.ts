// Small preferences of this device, in localStorage.
import { useState, useSyncExternalStore } from 'react'

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
const draftListeners = new Set<() => void>()

/** What is being written in a ticket: one text in all tabs, also when something else than its field puts it there. */
export function useDraft(ticketId: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(subscribeToDrafts, () => readDraft(ticketId))
  return [text, (next) => writeDraft(ticketId, next)]
}

/** Gives a text back to be written on, above what was begun since. */
export function returnToDraft(ticketId: string, text: string) {
  const begun = readDraft(ticketId)
  writeDraft(ticketId, begun === '' ? text : `${text}\n${begun}`)
}

/** `text` is on its way; what was written behind it meanwhile stays. */
export function takeFromDraft(ticketId: string, text: string) {
  const draft = readDraft(ticketId)
  if (draft.startsWith(text)) writeDraft(ticketId, draft.slice(text.length).trimStart())
}

/** What somebody was writing is theirs: gone with their session. */
export function clearDrafts() {
  for (const key of Object.keys(localStorage)) if (key.startsWith(draftPrefix)) localStorage.removeItem(key)
}

function readDraft(ticketId: string): string {
  return localStorage.getItem(draftKey(ticketId)) ?? ''
}

function writeDraft(ticketId: string, text: string) {
  if (text === '') localStorage.removeItem(draftKey(ticketId))
  else localStorage.setItem(draftKey(ticketId), text)
  for (const listener of draftListeners) listener()
}

function subscribeToDrafts(listener: () => void): () => void {
  draftListeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    draftListeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
