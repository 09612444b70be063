// view = replay(synced, pending): the synced rows are copied to plain tables, where the pending mutations run one by one as they are
// meant, each in its own transaction; the device's views must show the same rows.
import { drizzle } from 'drizzle-orm/pglite'
import { runMutation } from 'db/kit/define-mutation.ts'
import { noEffects } from 'db/kit/effects.ts'
import { mutations } from 'db/mutations.ts'
import type { PGlite } from '@electric-sql/pglite'
import { syncedName } from 'db/kit/sql/local-names.ts'
import { columnsOf, storedTables } from '../../src/sync/local/local-schema.ts'
import type { OutboxEntry } from '../../src/sync/outbox/outbox.ts'
import type { Device } from '../device.ts'
import { LawBroken } from './law-broken.ts'
import { checkCopyShown } from './screen.ts'
import { difference, textRows } from '../rows.ts'
import type { Tab } from '../tab.ts'

/** False when the tab died before it could be looked at, or its actor is just changing. */
export async function checkView(device: Device, plain: PGlite): Promise<boolean> {
  let isCompared = false
  await device.inspect(async (tab) => {
    if (tab.isActorChanging()) return
    await compare(device, tab, plain)
    await checkCopyShown(device, tab)
    isCompared = true
  })
  return isCompared
}

async function compare(device: Device, tab: Tab, plain: PGlite) {
  const pending = tab.sync?.pending() ?? []
  const actor = tab.actor()
  const foreign = pending.find((entry) => entry.userId !== actor.userId)
  if (foreign) throw new LawBroken('own entries', `${device.name} shows ${foreign.name} ${foreign.id} of another user`)
  const there = new Set(device.outbox.of(actor.userId).map(({ id }) => id))
  const ghost = pending.find(({ id }) => !there.has(id))
  if (ghost) {
    const { fate } = device.outbox.remembered.get(ghost.id) ?? {}
    throw new LawBroken('what is pending is in the outbox', `${device.name} shows ${fate} ${ghost.name} ${ghost.id}`)
  }
  await copySynced(tab.database, plain)
  for (const entry of pending) await runPlain(plain, entry, actor)
  for (const table of storedTables) {
    const columns = columnsOf(table).map(({ name }) => name)
    const [shown, meant] = [
      await textRows(tab.database, table.name, columns),
      await textRows(plain, table.name, columns),
    ]
    const found = difference(shown, meant, ['on the screen', 'by replay'])
    if (found === '' || tab.life.signal.aborted) continue
    const calls = pending.map(({ name, args, state, id }) => `${id} ${name} ${JSON.stringify(args)} ${state}`)
    throw new LawBroken(
      'view = replay(synced, pending)',
      `${device.name}, ${table.name}:\n${found}\npending:\n  ${calls.join('\n  ')}`,
    )
  }
}

/** As text: nothing is lost on the way. */
async function copySynced(from: PGlite, to: PGlite) {
  for (const { name } of storedTables) {
    const { rows } = await from.query<{ all: string | null }>(
      `select json_agg(s)::text as all from ${syncedName(name)} s`,
    )
    await to.exec(`delete from ${name}`)
    await to.query(`insert into ${name} select * from json_populate_recordset(null::${name}, $1::json)`, [
      rows[0]?.all ?? '[]',
    ])
  }
}

async function runPlain(plain: PGlite, { name, args, at }: OutboxEntry, actor: ReturnType<Tab['actor']>) {
  const mutation = mutations.get(name)
  if (!mutation) return
  // A refusal or a broken key: it leaves nothing, and the next one runs.
  await drizzle({ client: plain })
    .transaction((tx) => runMutation(tx, mutation, args, { actor, now: at, side: 'client', effects: noEffects }))
    .catch(() => undefined)
}
