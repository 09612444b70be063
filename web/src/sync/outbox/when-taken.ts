// For what may be done only once the server has a row, and must not wait in the outbox itself: a password.
import { AppError } from 'db/kit/errors.ts'
import { entriesOf, findEntry, onOutboxChange, type OutboxEntry } from './outbox.ts'
import { currentSession } from '../session/session.ts'

/** Resolves when the server has answered this entry, or it is out of the outbox, or `signal` is aborted. */
export async function whenAnswered({ seq }: OutboxEntry, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = async () => {
    if ((await findEntry(seq))?.state !== 'waiting') resolve()
  }
  const end = onOutboxChange((change) => change === 'changed' && void look())
  signal.addEventListener('abort', () => resolve())
  await look()
  return promise.finally(end)
}

/** Resolves when the server has taken all that was written of the row on this device. @throws AppError its refusal; the signal's reason */
export async function whenTaken(rowId: string, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const look = async () => {
    const of = currentSession()
    const entries = of ? await entriesOf(of.user.id) : []
    const own = entries.filter(({ args, state }) => args['id'] === rowId && state !== 'applied')
    const refused = own.find(({ state }) => state === 'refused')
    if (refused) reject(new AppError(refused.code ?? 'ERR_INTERNAL', refused.details))
    else if (own.length === 0) resolve()
  }
  const end = onOutboxChange(() => void look().catch(reject))
  signal.addEventListener('abort', () => reject(signal.reason as Error))
  await look()
  return promise.finally(end)
}
