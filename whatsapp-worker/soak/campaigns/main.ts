// Proof that campaigns can't double: three of them on two connections, through real workers, the real API and simulated phones that answer,
// while worker, server and Postgres are killed with -9, workers' clocks are moved, and campaigns are cancelled and go on.
// `pnpm campaign:check --seed N --people P`. Holds: each person gets each campaign once or never with a reason; no stretch of time has more
// than the rate; nobody who said stop is written to; the reports are what the phones received.
import { parseArgs } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import { carryOutIn, killParts } from '../kills.ts'
import { killable, planOf, type Kill } from '../plan.ts'
import { runCheck } from '../run-check.ts'
import type { World } from '../world.ts'
import { campaignPlanOf, type CampaignPlan } from './plan.ts'
import { endSilent, judge, printVerdict } from './judge.ts'
import { listen } from './phones-answer.ts'
import { openCampaigns, type Opened } from './open.ts'

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    /** Seconds between two messages of a connection. */
    interval: { type: 'string', default: '0.05' },
    /** How many times longer than the soak it leaves things alone between two kills. */
    calm: { type: 'string', default: '1' },
    /** A folder for what the processes print. */
    logs: { type: 'string' },
  },
})
const [people, seed, interval] = [Number(values.people), Number(values.seed), Number(values.interval)]
const calm = Number(values.calm)
if (!Number.isSafeInteger(people) || people < 1) throw new Error('--people takes a whole number above 0')
if (!Number.isSafeInteger(seed)) throw new Error('--seed takes an integer')
if (!(calm >= 1)) throw new Error('--calm takes a number from 1 on')
if (!(interval > 0)) throw new Error('--interval takes seconds above 0')

/** ms: right, hours ahead, days behind. */
const clocks = [0, 3 * 60 * 60_000, -2 * 24 * 60 * 60_000, 90_000]
let starts = 0
await runCheck({
  again: `pnpm campaign:check --people ${people} --seed ${seed} --interval ${interval} --calm ${calm}`,
  companies: 1,
  connections: 2,
  customers: people,
  clockOffset: () => clocks[starts++ % clocks.length] ?? 0,
  logs: values.logs ?? null,
  run,
})

async function run(world: World) {
  const plan = campaignPlanOf(seed, world.customers)
  const started = performance.now()
  const say = (text: string) => console.log(`  ${((performance.now() - started) / 1000).toFixed(0)} s: ${text}`)
  const heard = listen(world.phones, plan)
  const opened = await openCampaigns(world, plan, interval)
  say(`started, ${plan.campaigns.map(({ name, people: all }) => `${name} ${all.length}`).join(', ')}`)
  const over = new AbortController()
  const kills = killParts({ kills: calmly(), carryOut: carryOutIn(world), signal: over.signal, say })
  const deeds = cancelAndGoOn(opened, plan, over.signal, say)
  await untilSent(world, opened, say)
  over.abort()
  const [killed] = await Promise.all([kills, deeds])
  await endSilent(world, opened)
  say('over')
  const verdict = await judge(world, opened, heard, interval)
  return printVerdict(verdict, killed)
}

function* calmly(): Generator<Kill> {
  for (const kill of planOf(seed, 1, killable).kills()) yield { ...kill, pauseMs: kill.pauseMs * calm }
}

/** Each now and then, so that both connections stand still at times. */
async function cancelAndGoOn(
  { office, ids }: Opened,
  { random }: CampaignPlan,
  over: AbortSignal,
  say: (text: string) => void,
) {
  while (!over.aborted) {
    await delay(random.int(2_000, 6_000), undefined, { signal: over }).catch(() => {})
    if (over.aborted) return
    const id = random.pick(ids)
    const { status } = await office.ask('POST', `/campaigns/${id}/cancel`)
    if (status !== 200) continue
    await delay(random.int(0, 1_500))
    await office.ask('POST', `/campaigns/${id}/restart`)
    say('one was cancelled and goes on')
  }
}

/** Whatever is stopped by itself meanwhile is let go on, as an admin would. */
async function untilSent({ db }: World, { ids, office }: Opened, say: (text: string) => void) {
  for (let last = -1; ; await delay(500)) {
    const [row] = await db.sql<{ left: number }[]>`
      select count(*)::int as left from campaign_shippings
      where campaign_id = any(${ids}) and state in ('waiting', 'confirmed', 'sending')`.catch(() => [])
    if (!row) continue
    if (row.left === 0) return
    if (Math.floor(row.left / 1000) !== Math.floor(last / 1000)) say(`${row.left} left`)
    last = row.left
    const stopped = await db.sql<{ id: string; reason: string }[]>`
      select id, stop_reason as reason from campaigns where id = any(${ids}) and status = 'CANCELADA' and stop_reason is not null`.catch(
      () => [],
    )
    for (const { id, reason } of stopped) {
      say(`stopped by itself (${reason}), goes on`)
      await office.ask('POST', `/campaigns/${id}/restart`)
    }
  }
}
