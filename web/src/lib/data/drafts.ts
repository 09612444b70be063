// What is being written in a conversation and was not sent: of each person who works on this device, in localStorage. Like the outbox it outlives a
// session that the server ends, by a login elsewhere say, and is back when its writer is; a logout of their own takes it away.
// Invariant: nobody is shown what somebody else was writing.
import { useSyncExternalStore } from 'react'
import { kept, type KeptKey } from './kept.ts'

const prefix = 'draft:'
/** Days since their writer was last here after which drafts are forgotten. */
const keptDays = 30
/** Who works here. */
let owner = ''

const ofUser = (userId: string): `draft:${string}` => `${prefix}${userId}:`
const seenKey = (userId: string): KeptKey => `${ofUser(userId)}seen`
const draftKey = (ticketId: string): `draft:${string}` => `${ofUser(owner)}${ticketId}`
const replyKey = (ticketId: string): KeptKey => `${draftKey(ticketId)}:reply`
const draftListeners = new Set<() => void>()

/** What is being written in a ticket: one text in all tabs, also when something else than its field puts it there. */
export function useDraft(ticketId: string): [string, (text: string) => void] {
  const text = useSyncExternalStore(subscribeToDrafts, () => readDraft(ticketId))
  return [text, (next) => writeDraft(ticketId, next)]
}

/** The message that the draft answers; null: none. */
export function useReplyDraft(ticketId: string): [string | null, (messageId: string | null) => void] {
  const key = replyKey(ticketId)
  const messageId = useSyncExternalStore(subscribeToDrafts, () => kept.get(key))
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

const beginKey = (ticketId: string): KeptKey => `${draftKey(ticketId)}:begun`

/** What the writer saw when they began; null: there is no draft. */
export function readDraftBegin(ticketId: string): DraftBegin | null {
  const text = kept.get(beginKey(ticketId))
  return text === null ? null : (JSON.parse(text) as DraftBegin)
}

export function writeDraftBegin(ticketId: string, begin: DraftBegin | null) {
  if (begin) kept.set(beginKey(ticketId), JSON.stringify(begin))
  else kept.remove(beginKey(ticketId))
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

/** Whose drafts are read and written from now on. What others wrote here waits for them, unless they have not been here for a month. */
export function showDraftsOf(userId: string, now: Date) {
  if (owner === userId) return
  owner = userId
  for (const key of kept.keys()) {
    const [, ticketId, part = ''] = unowned.exec(key) ?? []
    if (ticketId === undefined) continue
    const text = kept.get(key) ?? ''
    kept.set(`${draftKey(ticketId)}${part}`, text)
    kept.remove(key)
  }
  kept.set(seenKey(userId), now.toISOString())
  forgetOld(now)
  tell()
}

/** As drafts were kept when they ended with the session: whoever works here wrote them. */
const unowned = /^draft:([^:]+)(:reply|:begun)?$/

function forgetOld(now: Date) {
  for (const key of kept.keys()) {
    const userId = /^draft:([^:]+):seen$/.exec(key)?.[1]
    const seen = Date.parse(kept.get(key) ?? '')
    if (userId !== undefined && !(now.getTime() - seen < keptDays * 86_400_000)) dropDraftsOf(userId)
  }
}

function dropDraftsOf(userId: string) {
  for (const key of kept.keys()) if (key.startsWith(ofUser(userId))) kept.remove(key)
  tell()
}

function readDraft(ticketId: string): string {
  return kept.get(draftKey(ticketId)) ?? ''
}

function writeDraft(ticketId: string, text: string) {
  // Nobody writes any more; what they saw then is nothing to the next one.
  if (text === '') writeDraftBegin(ticketId, null)
  store(draftKey(ticketId), text)
}

function store(key: KeptKey, value: string) {
  if (value === '') kept.remove(key)
  else kept.set(key, value)
  tell()
}

function tell() {
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
