// Refused entries that nobody has to decide about any more: the mutation says so, by the rows as they are shown now. Invariant: nothing is written.
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Actor } from 'db/kit/actor.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { mutations } from 'db/mutations.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import type { LocalTx } from './local-postgres.ts'

/** Of `refused`, in order. What the app did by itself nobody waits for; it is wished again when there is cause. */
export async function mootEntries(tx: LocalTx, refused: readonly OutboxEntry[], actor: Actor): Promise<OutboxEntry[]> {
  const db = drizzle({ client: tx as unknown as PGlite })
  const moot: OutboxEntry[] = []
  for (const entry of refused) {
    const { name, args, code = 'ERR_INTERNAL', quiet } = entry
    const mutation = mutations.get(name)
    if (quiet || (await mutation?.isMoot?.(db, parseArgs(mutation.args, args), { actor, code }))) moot.push(entry)
  }
  return moot
}

export const mayBeMoot = ({ name, quiet }: OutboxEntry): boolean =>
  quiet === true || mutations.get(name)?.isMoot !== undefined
