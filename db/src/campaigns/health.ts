// The health of a number as a light with the two facts that moved it. Facts only: what WhatsApp doesn't tell (who blocked us, how near a ban
// is) isn't guessed. Pure.
import * as v from 'valibot'
import { isRestriction } from './stop-rules.ts'

export interface NumberFacts {
  /** Of the last seven days. */
  begun: number
  answered: number
  sent: number
  /** Own messages that failed, by code. */
  failures: Readonly<Record<string, number>>
  stopped: number
  ageDays: number
  sentToday: number
  /** Null: no limit. */
  cap: number | null
}

export const lights = ['green', 'yellow', 'red'] as const
export type Light = (typeof lights)[number]

export const factKinds = ['restricted', 'failed', 'stopped', 'unanswered', 'new', 'cap', 'answered', 'old'] as const
export type FactKind = (typeof factKinds)[number]

export interface Fact {
  kind: FactKind
  light: Light
  /** restricted: how often · failed, stopped, unanswered, answered: percent · new, old: days · cap: messages that are left today. */
  value: number
}

/** Fewer say nothing. */
const enough = 20
const warmUpDays = 14

const percent = (part: number, of: number) => Math.round((100 * part) / of)

/** What is not so good first. */
export function factsOf(of: NumberFacts): Fact[] {
  const failed = Object.values(of.failures).reduce((sum, count) => sum + count, 0)
  const restricted = Object.entries(of.failures)
    .filter(([code]) => isRestriction(code))
    .reduce((sum, [, count]) => sum + count, 0)
  const tried = of.sent + failed
  const facts: Fact[] = []
  if (restricted > 0) facts.push({ kind: 'restricted', light: restricted >= 3 ? 'red' : 'yellow', value: restricted })
  if (tried >= enough && failed / tried >= 0.1) {
    facts.push({ kind: 'failed', light: failed / tried >= 0.3 ? 'red' : 'yellow', value: percent(failed, tried) })
  }
  if (of.begun >= enough) {
    const [stopped, answered] = [of.stopped / of.begun, of.answered / of.begun]
    if (stopped >= 0.05)
      facts.push({ kind: 'stopped', light: stopped >= 0.15 ? 'red' : 'yellow', value: percent(of.stopped, of.begun) })
    const isIgnored = answered < 0.05
    const share = percent(isIgnored ? of.begun - of.answered : of.answered, of.begun)
    facts.push({ kind: isIgnored ? 'unanswered' : 'answered', light: isIgnored ? 'yellow' : 'green', value: share })
  }
  const left = of.cap === null ? null : Math.max(0, of.cap - of.sentToday)
  if (left !== null) facts.push({ kind: 'cap', light: left === 0 ? 'yellow' : 'green', value: left })
  facts.push({
    kind: of.ageDays < warmUpDays ? 'new' : 'old',
    light: of.ageDays < warmUpDays ? 'yellow' : 'green',
    value: of.ageDays,
  })
  return facts.toSorted((a, b) => lights.indexOf(b.light) - lights.indexOf(a.light))
}

export function lightOf(facts: readonly Fact[]): Light {
  return facts[0]?.light ?? 'green'
}

const count = v.number()
const healthDay = v.object({
  /** 'YYYY-MM-DD' of the company's clock. */
  day: v.string(),
  /** Conversations that we began, and those of them that were answered. */
  begun: count,
  answered: count,
  stopped: count,
  sent: count,
  failed: count,
  /** Seconds between two messages of campaigns, the median; null: there were no two. */
  pause: v.nullable(count),
})

/** How a connection's number does: its light, what moved it, and seven days. */
export const healthAnswer = v.object({
  light: v.picklist(lights),
  facts: v.array(v.object({ kind: v.picklist(factKinds), light: v.picklist(lights), value: count })),
  /** The latest first. */
  days: v.array(healthDay),
  /** Own messages that failed in these days, by code, the most first. */
  failures: v.array(v.object({ error: v.string(), count })),
  ageDays: count,
  sentToday: count,
  cap: v.nullable(count),
})
export type NumberHealth = v.InferOutput<typeof healthAnswer>
