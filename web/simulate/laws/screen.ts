// What a person sees of queries that run in two places: whoever paints, nothing goes back, nothing of their own vanishes, nothing of
// others appears; and in the end it is the device that paints, what the server says.
import type { QueryCall } from 'db/kit/define-query.ts'
import type { Database } from 'db/node/connect.ts'
import { queries } from 'db/queries.ts'
import { runQuery } from '../../../sync-server/src/queries/run-query.ts'
import type { OutboxEntry } from '../../src/sync/outbox/outbox.ts'
import { rowsOf } from '../../src/sync/queries/sent-rows.ts'
import { isEqual } from '../../src/sync/kit/is-equal.ts'
import type { ResultRow } from '../../src/sync/tabs/protocol.ts'
import { createdBy } from '../arguments/arguments.ts'
import type { Device } from '../device.ts'
import { isChangedSince } from '../effects.ts'
import type { Report } from '../report.ts'
import type { Paint } from '../screen.ts'
import type { Tab } from '../tab.ts'
import { LawBroken } from './law-broken.ts'
import { currentActor, type ScopedRows } from './scope.ts'

/** At each change of what is on a screen. `before`: what it took the place of. */
export async function checkPaint(db: Database, paint: Paint, before: Paint | undefined, report: Report) {
  await assertOwnCompany(db, paint, before)
  // Out of reach the device paints what it has.
  if (!before || !paint.isReachable) return
  if (before.by === 'server' && before.rows !== paint.rows) {
    report.count('laws', 'server replaced')
    await assertNotOlder(db, paint, before)
  }
  if (before.by !== paint.by) {
    report.count('laws', `${before.by} to ${paint.by}`)
    await assertPendingStays(db, paint, before)
  }
}

/** What appeared. */
async function assertOwnCompany({ sql }: Database, { query, actor, rows }: Paint, before: Paint | undefined) {
  const known = idsOf(before?.rows ?? [])
  const ids = [...idsOf(rows).difference(known)]
  if (ids.length === 0) return
  const foreign = await sql<{ id: string }[]>`
    select id from (
      select id, company_id from tickets union all select id, company_id from messages union all select id, company_id from contacts
    ) rows where id = any(${ids}::uuid[]) and company_id <> ${actor.companyId}`
  if (foreign.length === 0) return
  throw new LawBroken("nobody sees another company's rows", `${query.name} of ${actor.name} showed ${foreign[0]?.id}`)
}

/**
 * A row is back where it was before when the server, asked once more, says what it had painted, and nothing has changed the row since:
 * what came and went again a device may show in between. With something that waits the device shows more than the server knows.
 */
async function assertNotOlder(db: Database, paint: Paint, before: Paint) {
  if (paint.pending.some(({ state }) => state === 'waiting')) return
  const [was, is] = [byId(before.rows), byId(paint.rows)]
  const ids = [...new Set([...was.keys(), ...is.keys()])].filter((id) => !isEqual(was.get(id), is.get(id)))
  if (ids.length === 0) return
  const truth = byId(await serverRows(db, paint.actor.userId, paint.query))
  const back = ids.find((id) => isEqual(truth.get(id), was.get(id)))
  if (back === undefined || (await isChangedSince(db, back, before.lsn))) return
  throw new LawBroken(
    'what the server painted is replaced by nothing older',
    `${paint.query.name} of ${paint.actor.name} by ${paint.by}:\n  ${text(is.get(back))}\nbefore, and on the server:\n  ${text(was.get(back))}`,
  )
}

/** Of rows that mutations make: who paints now has them too, or knows that the server took them away. */
async function assertPendingStays(db: Database, paint: Paint, before: Paint) {
  const still = new Set(paint.pending.map(({ id }) => id))
  const waiting = before.pending.filter(({ id }) => still.has(id))
  const [was, is] = [idsOf(before.rows), idsOf(paint.rows)]
  const lost = waiting.find((entry) => was.has(madeBy(entry)) && !is.has(madeBy(entry)))
  if (!lost) return
  const truth = idsOf(await serverRows(db, paint.actor.userId, paint.query))
  const applied = await db.sql`select from applied_mutations where id = ${lost.id}`
  if (applied.length > 0 && !truth.has(madeBy(lost))) return
  throw new LawBroken(
    'what waits stays on the screen',
    `${paint.query.name} of ${paint.actor.name} had the row of ${lost.state} ${lost.name} ${lost.id} by ${before.by}, and not by ${paint.by}`,
  )
}

/** At a moment at which nothing changes the copy: what the device paints is what its copy says, and without a network a whole copy paints. */
export async function checkCopyShown(device: Device, tab: Tab) {
  await tab.copy.told()
  for (const { query, by, rows } of device.screen.paints()) {
    if (by !== 'device') {
      if (device.network.isOnline || !tab.copy.isWhole(query)) continue
      throw new LawBroken('without a network a whole copy paints', `${device.name}, ${query.name}: ${by} paints`)
    }
    const own = await tab.copy.read(query)
    if (isEqual(own, rows) || tab.life.signal.aborted) continue
    throw new LawBroken(
      'a device paints what its copy says',
      `${device.name}, ${query.name}:\n  ${text(rows)}\nthe copy:\n  ${text(own)}`,
    )
  }
}

/** At rest; empty when each query is painted by the device, in scope, and as the server says where nothing is pending. */
export async function offScreen(db: Database, device: Device, expected: ScopedRows): Promise<string> {
  const { actor, leader, screen } = device
  const paints = screen.paints()
  if (!actor || !leader || paints.length === 0) return `${device.name} shows nothing`
  const pending = leader.pending()
  const inScope = new Set([...[...expected.values()].flatMap((rows) => [...rows.keys()]), ...pending.map(madeBy)])
  for (const { query, rows, by, whole } of paints) {
    const what = `${device.name} shows ${query.name}`
    if (by !== 'device' || !whole) return `${what} by ${by}, ${whole ? 'whole' : 'in part'}`
    const foreign = [...idsOf(rows)].find((id) => !inScope.has(id))
    if (foreign !== undefined) return `${what} with ${foreign}, which is out of scope`
    const truth = pending.length > 0 ? rows : await serverRows(db, actor.userId, query)
    if (!isEqual(rows, truth)) return `${what}:\n  ${text(rows)}\non the server:\n  ${text(truth)}`
  }
  return ''
}

/** In the scope of now. */
async function serverRows(db: Database, userId: string, { name, args }: QueryCall): Promise<readonly ResultRow[]> {
  const query = queries.get(name)
  if (!query) throw new Error(`no query ${name}`)
  const rows = await runQuery(db, await currentActor(db, userId), query, args)
  return rowsOf(
    name,
    rows.map((row) => JSON.parse(row) as unknown),
  )
}

/** Those that have an id. */
const byId = (rows: readonly ResultRow[]) =>
  new Map(rows.flatMap((row) => (row['id'] === undefined ? [] : [[String(row['id']), row] as const])))
const idsOf = (rows: readonly ResultRow[]) => new Set(byId(rows).keys())
const madeBy = ({ name, args }: OutboxEntry) => (createdBy(name) === undefined ? '' : String(args['id']))
const text = (rows: unknown) => JSON.stringify(rows)?.slice(0, 2000)
