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

/** Whether what one writes is signed with one's name. */
export function useSigning(): [boolean, (on: boolean) => void] {
  const [value, choose] = useStored<'on' | 'off'>('sign-messages', 'on')
  return [value === 'on', (on) => choose(on ? 'on' : 'off')]
}

const draftPrefix = 'draft:'
const draftKey = (ticketId: string) => draftPrefix + ticketId
const replyKey = (ticketId: string) => `${draftKey(ticketId)}:reply`
const draftListeners = new Set<() => void>()

/** What is being written in a ticket: one text in all tabs, also when something else than its field puts it there. */
export function useDraft(ticketId: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(subscribeToDrafts, () => readDraft(ticketId))
  return [text, (next) => writeDraft(ticketId, next)]
}

/** The message that the draft answers; null: none. */
export function useReplyDraft(ticketId: string): [string | null, (messageId: string | null) => void] {
  const key = replyKey(ticketId)
  const messageId = useSyncExternalStore(subscribeToDrafts, () => localStorage.getItem(key))
  return [messageId, (next) => writeReplyDraft(ticketId, next)]
}

export function writeReplyDraft(ticketId: string, messageId: string | null) {
  store(replyKey(ticketId), messageId ?? '')
}

export interface DraftBegin {
  /** The newest message when the draft was begun; '' when there was none. */
  messageId: string
  /** Who had the ticket. */
  holderId: string | null
}

const beginKey = (ticketId: string) => `${draftKey(ticketId)}:begun`

/** What the writer saw when they began; null: there is no draft. */
export function readDraftBegin(ticketId: string): DraftBegin | null {
  const text = localStorage.getItem(beginKey(ticketId))
  return text === null ? null : (JSON.parse(text) as DraftBegin)
}

export function writeDraftBegin(ticketId: string, begin: DraftBegin | null) {
  if (begin) localStorage.setItem(beginKey(ticketId), JSON.stringify(begin))
  else localStorage.removeItem(beginKey(ticketId))
}

/** Gives a text back to be written on, above what was begun since. */
export function returnToDraft(ticketId: string, text: string) {
  const begun = readDraft(ticketId)
  writeDraft(ticketId, begun === '' ? text : `${text}\n${begun}`)
}

/** What was being written in a ticket goes on in another one, above what was begun there. */
export function moveDraft(from: string, to: string) {
  const text = readDraft(from)
  if (text !== '') returnToDraft(to, text)
  dropDraft(from)
}

export function dropDraft(ticketId: string) {
  writeDraft(ticketId, '')
  writeReplyDraft(ticketId, null)
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
  // Nobody writes any more; what they saw then is nothing to the next one.
  if (text === '') writeDraftBegin(ticketId, null)
  store(draftKey(ticketId), text)
}

function store(key: string, value: string) {
  if (value === '') localStorage.removeItem(key)
  else localStorage.setItem(key, value)
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
