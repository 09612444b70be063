// Sends what waits in the outbox without a tab: the service worker's part, when the browser says that the network is back.
// Invariant: it only sends and notes the answers; showing them is the next tab's work. A tab may send the same at the same
// time: mutation ids make that harmless.
import { entriesOf, updateEntries, type OutboxEntry } from './outbox.ts'
import { batchSize, changeOf, pushBatch } from './push-batch.ts'
import { sendableEntries } from './sendable.ts'
import { authorizedFetch, readSession } from './session.ts'

/** Resolves when nothing is left that may go. @throws Error or TypeError when the browser should try again later. */
export async function flushOutbox(): Promise<void> {
  const session = await readSession()
  if (!session) return
  const next = async () => sendableEntries(await entriesOf(session.user.id)).slice(0, batchSize)
  for (let batch = await next(); batch.length > 0; batch = await next()) {
    if (!(await flushBatch(batch))) throw new Error('the server did not take the outbox')
  }
}

/** Whether there was progress. */
async function flushBatch(batch: readonly OutboxEntry[]): Promise<boolean> {
  const answer = await pushBatch(authorizedFetch, batch)
  if (answer.kind !== 'answered') return false
  const bySeq = new Map<number, Partial<OutboxEntry>>()
  for (const result of answer.results) {
    const [entry, change] = [batch.find(({ id }) => id === result.id), changeOf(result)]
    if (entry && change) bySeq.set(entry.seq, change)
  }
  await updateEntries(bySeq)
  return bySeq.size > 0
}
