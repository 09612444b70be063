// A round: so many plans of one seed, each answered without a failure and without a word of the other company's, whose rows are then as before.
import * as fc from 'fast-check'
import { toldOf } from '../src/tenants/secrets.ts'
import { planOf, type Plan } from './plan.ts'
import type { Report } from './report.ts'
import { explain, send, wireOf, type Answer, type Wire } from './request.ts'
import type { Subject } from './subjects.ts'
import type { World } from './world.ts'

const plansInRound = 150
/** Nobody outside answers here, and saying so is right. */
const outside = /^\{"error":"ERR_(?:AI|INTEGRATION_UNAVAILABLE|PAYMENT_UNAVAILABLE)"/
const failed = /"(?:error|code)":"ERR_(?:INTERNAL|CREATING_\w+)"/

export interface RoundOptions {
  seed: number
  /** ms for it and for finding a smaller plan that fails. */
  within: number
}

/** @throws Error with the smallest request found that fails */
export async function runRound(world: World, subjects: readonly Subject[], report: Report, options: RoundOptions) {
  const byName = new Map(subjects.map((subject) => [subject.name, subject]))
  const asked: string[] = []
  let running = Promise.resolve()
  const attempt = async (plan: Plan) => {
    const subject = byName.get(plan.subject)
    if (!subject) throw new Error(`no subject ${plan.subject}`)
    const wire = await wireOf(plan, subject, world)
    if (wire.method !== 'GET') asked.push(explain(wire, 300))
    world.errors.length = 0
    const answer = await send(wire, world.port).catch((error: unknown) => {
      throw new Error(`${explain(wire)}\nno answer: ${String(error)}`)
    })
    report.count(subject.name, answer.status)
    assertHarmless(world, wire, answer)
    await restore(world, plan, answer)
  }
  const plans = fc.asyncProperty(planOf([...byName.keys()]), (plan) => (running = attempt(plan)))
  const { seed, within } = options
  const result = await fc.check(plans, { seed, numRuns: plansInRound, interruptAfterTimeLimit: within })
  // When the time is over, one may be on its way.
  await running.catch(() => {})
  if (result.failed) throw new Error(`${String(result.errorInstance)}\nplan: ${fc.stringify(result.counterexample)}`)
  await world.assertUntouched().catch((error: unknown) => {
    throw new Error(`${String(error)}, by one of\n${asked.join('\n\n')}`)
  })
}

function assertHarmless({ secrets, errors }: World, wire: Wire, { status, text }: Answer) {
  const said = () => `${explain(wire)}\nanswered ${status}: ${text.slice(0, 1000)}\n${errors.join('')}`
  if ((status >= 500 && !outside.test(text)) || failed.test(text)) throw new Error(said())
  const told = toldOf(secrets, text, `${wire.path} ${JSON.stringify(wire.headers)} ${wire.body.toString()}`)
  if (told.length > 0) throw new Error(`told of another company: ${told.join(', ')}\n${said()}`)
}

/** Who ended their own session, or deleted themselves, is followed by others. */
async function restore(world: World, plan: Plan, { status }: Answer) {
  if (status === 401 && !plan.headers.some(([name]) => name === 'authorization')) await world.renew()
}
