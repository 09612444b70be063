// Sends what waits without a tab: who logged out, then the outbox. The service worker's part, when the browser says that the network is back.
// Invariant: it only sends and notes the answers; showing them is the next tab's work. A tab may send the same at the same
// time: mutation ids make that harmless.
import { entriesOf, updateEntries, type OutboxEntry } from './outbox.ts'
import { cookieLock, deliverLogouts } from '../session/owed-logouts.ts'
import { batchOf, pushBatch } from '../push/push-batch.ts'
import { changesOf } from './answers.ts'
import { sendableEntries } from './sendable.ts'
import { authorizedFetch, readSession } from '../session/session.ts'
import { uploadAttachments } from '../push/upload-attachments.ts'
import type { AppError } from 'db/kit/errors.ts'

/** Resolves when nothing is left that may go. @throws Error or TypeError when the browser should try again later. */
export async function flushWaiting(): Promise<void> {
  const left = await navigator.locks.request(cookieLock, () => deliverLogouts())
  if (!left) throw new Error('the server did not take the logout')
  await flushOutbox()
}

async function flushOutbox(): Promise<void> {
  const session = await readSession()
  if (!session) return
  for (;;) {
    const entries = await entriesOf(session.user.id)
    const batch = batchOf(sendableEntries(entries))
    if (batch.length === 0) return
    const [first] = batch
    // A file may take longer than the browser lets a service worker live: what is brought by then counts for the next time.
    const refusal = first?.attachments && (await uploadAttachments(authorizedFetch, first, neverAborted))
    if (first && refusal) await updateEntries(new Map([[first.seq, refusedWith(refusal)]]))
    else if (!(await flushBatch(batch, entries))) throw new Error('the server did not take the outbox')
  }
}

const neverAborted = new AbortController().signal

const refusedWith = ({ code, details }: AppError): Partial<OutboxEntry> => ({
  state: 'refused',
  code,
  ...(details && { details }),
})

/** Whether there was progress. */
async function flushBatch(batch: readonly OutboxEntry[], entries: readonly OutboxEntry[]): Promise<boolean> {
  const answer = await pushBatch(authorizedFetch, batch)
  if (answer.kind !== 'answered') return false
  const bySeq = changesOf(answer.results, entries)
  await updateEntries(bySeq)
  return bySeq.size > 0
}
