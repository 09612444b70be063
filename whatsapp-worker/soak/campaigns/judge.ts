// The end of a run: who never answered is let go, and everything is held against the laws (laws.ts).
import { setTimeout as delay } from 'node:timers/promises'
import { endUnanswered, finishDone } from 'db/campaigns/running.ts'
import type { Killed } from '../kills.ts'
import type { World } from '../world.ts'
import { differences, disregarded, doubled, tooFast, type PersonEnd } from './laws.ts'
import type { Heard } from './phones-answer.ts'
import type { Opened } from './open.ts'

const quietMs = 3_000
const patienceMs = 60_000
/** A busy simulator notices what it got so much later. */
const lagMs = 400
const shown = 5

interface Verdict {
  breaches: Record<string, readonly string[]>
  counts: Record<string, number>
}

/** Three days later, for those who were asked and said nothing. */
export async function endSilent({ db }: World, { ids }: Opened) {
  // What was answered last is still on its way.
  for (const end = Date.now() + patienceMs; Date.now() < end; await delay(quietMs)) {
    const [row] = await db.sql<{ left: number }[]>`
      select count(*)::int as left from campaign_shippings
      where campaign_id = any(${ids}) and state in ('waiting', 'confirmed', 'sending')`
    if (row?.left === 0) break
  }
  await db.sql`
    update campaign_shippings set confirmation_requested_at = confirmation_requested_at - interval '4 days'
    where campaign_id = any(${ids}) and state = 'asked'`
  await db.orm.transaction((tx) => endUnanswered(tx, new Date()))
  await db.orm.transaction((tx) => finishDone(tx, new Date()))
  await delay(quietMs)
}

export async function judge(
  world: World,
  { ids, office }: Opened,
  heard: readonly Heard[],
  interval: number,
): Promise<Verdict> {
  const { db } = world
  const people = await db.sql<PersonEnd[]>`
    select c.name as campaign, s.number, s.state, s.error from campaign_shippings s join campaigns c on c.id = s.campaign_id
    where c.id = any(${ids})`
  const stops = await db.sql<{ number: string; at: number }[]>`
    select number, extract(epoch from created_at)::float8 * 1000 as at from opt_outs where number is not null`
  const written = await db.sql<{ number: string; at: number }[]>`
    select s.number, extract(epoch from m.created_at)::float8 * 1000 as at
    from campaign_shippings s join messages m on m.id in (s.message_id, s.question_id)`
  const open = await db.sql<
    { name: string }[]
  >`select name from campaigns where id = any(${ids}) and status <> 'FINALIZADA'`
  const rate = { intervalMs: interval * 1000, jitter: 0.2, lagMs }
  const byConnection = Map.groupBy(heard, ({ from }) => from)
  return {
    breaches: {
      doubled: doubled(heard),
      'too fast': [...byConnection].flatMap(([, all]) =>
        tooFast(
          all.map(({ at }) => at),
          rate,
        ),
      ),
      'reports differ': [...differences(people, heard), ...(await reportsOff(office, ids, people))],
      'written to after a stop': disregarded(stops, written),
      'not over': open.map(({ name }) => name),
    },
    counts: { people: people.length, texts: heard.length, 'opted out': stops.length },
  }
}

/** The API's report of each adds up, and says of people what their rows do. */
async function reportsOff(office: Opened['office'], ids: readonly string[], people: readonly PersonEnd[]) {
  const reports = await Promise.all(ids.map((id) => office.ask('GET', `/campaigns/${id}/report`)))
  const all = reports.map(({ answer }) => answer as Record<string, number>)
  const sums = all.map((of) => {
    const groups = (of['valid'] ?? 0) + (of['invalid'] ?? 0) + (of['optedOut'] ?? 0) + (of['repeated'] ?? 0)
    const valid = (of['delivered'] ?? 0) + (of['failed'] ?? 0) + (of['waiting'] ?? 0)
    return groups === of['all'] && valid === of['valid'] ? [] : [`a report does not add up: ${JSON.stringify(of)}`]
  })
  const delivered = all.reduce((sum, of) => sum + (of['delivered'] ?? 0), 0)
  const rows = people.filter(({ state }) => state === 'delivered').length
  return [...sums.flat(), ...(delivered === rows ? [] : [`reports say ${delivered} delivered, rows ${rows}`])]
}

/** True when nothing was breached. */
export function printVerdict({ breaches, counts }: Verdict, killed: Killed): boolean {
  console.log(
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  )
  console.log(`killed: ${[...killed.counts].map(([part, count]) => `${part} ${count}`).join(', ')}`)
  for (const [name, lines] of Object.entries(breaches)) {
    console.log(`${name}: ${lines.length}`)
    for (const line of lines.slice(0, shown)) console.log(`    ${line}`)
  }
  return Object.values(breaches).every((lines) => lines.length === 0)
}
