// Where a mutation's time went, told to a collector of OpenTelemetry's; off unless a setting names one. A mutation's id is a UUID of 128 bits and a
// trace's id has as many: they are the same, so that browser, server and worker tell their parts without handing anything on.
// Invariants: without the setting nothing is loaded and nothing measured; nothing that is measured waits for this; what is told are ids,
// names of mutations, codes and times.
import type { Log } from '../log.ts'

/** Parts that others are within: by their mutation, each is there once. */
export type Part = 'device' | 'server'

export interface Step {
  name: string
  /** ms since 1970, as `epochNow` says. */
  from: number
  to: number
}

/** What one process did for a mutation. */
export interface Told extends Step {
  mutationId: string
  service: 'browser' | 'server' | 'worker'
  companyId: string
  /** Which part of the trace it is, for those that are within it. */
  is?: Part
  /** Which part it is within. */
  within?: Part
  /** More of it: ids, counts and names of ours. */
  facts?: Readonly<Record<string, string | number>>
  /** It came to nothing. */
  code?: string
  steps: readonly Step[]
}

export interface Traces {
  tell(told: Told): void
  /** What is still to be told is told, unless the collector keeps one waiting. */
  stop(): Promise<void>
}

/** Null without an address, or with an empty one. The library is loaded only with one. */
export async function openTraces(endpoint: string | null | undefined, log: Log): Promise<Traces | null> {
  if (!endpoint) return null
  const { startTelling } = await import('./otlp.ts')
  return startTelling(endpoint, log)
}

/** ms since 1970 by a clock that does not jump while the process runs, with their fractions. */
export const epochNow = () => performance.timeOrigin + performance.now()
