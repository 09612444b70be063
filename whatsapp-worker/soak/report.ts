// The table at the end, and whether the run passed.
import type { Killed } from './kills.ts'
import { compare, type Difference } from './ledger.ts'
import type { Stored } from './settle.ts'
import type { Traffic } from './traffic.ts'
import type { World } from './world.ts'

/** The other worker runs a dead one's connections by then: the lease has run out, and it has connected. */
const takeoverAimMs = 15_000
/** On a machine that does much else it may take longer; later than this it did not notice. */
const takeoverLimitMs = 45_000
const shownExamples = 5

export interface Outcome {
  traffic: Traffic
  stored: Stored
  killed: Killed<string>
  unknownIqs: readonly string[]
  /** What else is worth a line. */
  lines?: readonly [string, string | number][]
  /** What else must be nothing. */
  faults?: Readonly<Record<string, readonly string[]>>
}

/** Prints it; true when nothing was lost, doubled or out of order, and takeovers were in time. */
export function report(
  { traffic, stored, killed, unknownIqs, lines = [], faults = {} }: Outcome,
  { attendants }: World,
): boolean {
  const inbound = compare(traffic.saidOnPhones, stored.fromPhones)
  const outbound = compare(traffic.saidByAttendants, traffic.received)
  const slowest = Math.max(0, ...killed.takeovers)
  const both = (pick: (difference: Difference) => string[]) => [...pick(inbound), ...pick(outbound)]
  const [lost, doubled, outOfOrder] = [both((d) => d.lost), both((d) => d.doubled), both((d) => d.outOfOrder)]
  const refused = attendants.flatMap((attendant) => [...attendant.refused]).map(([code, count]) => `${code} ${count}`)
  const kills = [...killed.counts].map(([part, count]) => `${part} ${count}`)
  printTable([
    ['killed', kills.join(', ') || '–'],
    ['takeovers', takeoverText(killed.takeovers)],
    ['refused by a rule', refused.join(', ') || '–'],
    ['repeats that phones dropped', traffic.repeats],
    ['sent by phones', traffic.saidOnPhones.length],
    ['stored', stored.fromPhones.length],
    ['sent by attendants', traffic.saidByAttendants.length],
    ['received by phones', traffic.received.length],
    ['not acknowledged', stored.unacknowledged.length],
    ['unknown questions', unknownIqs.length],
    ['lost', lost.length],
    ['doubled', doubled.length],
    ['out of order', outOfOrder.length],
    ...lines,
    ...Object.entries(faults).map(([name, all]): [string, number] => [name, all.length]),
  ])
  const wrong = {
    lost,
    doubled,
    'out of order': outOfOrder,
    'not acknowledged': stored.unacknowledged,
    unknownIqs,
    ...faults,
  }
  for (const [name, all] of Object.entries(wrong)) {
    for (const one of all.slice(0, shownExamples)) console.log(`${name}: ${one}`)
  }
  return slowest <= takeoverLimitMs && Object.values(wrong).every((all) => all.length === 0)
}

function takeoverText(times: readonly number[]) {
  if (times.length === 0) return '–'
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const over = times.filter((ms) => ms > takeoverAimMs).length
  return `${times.length} in ${seconds(Math.min(...times))}–${seconds(Math.max(...times))} s, ${over} over ${takeoverAimMs / 1000} s`
}

function printTable(rows: readonly [string, string | number][]) {
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, value] of rows) console.log(`  ${name.padEnd(width)}  ${value}`)
}
