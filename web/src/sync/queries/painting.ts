// Which of the places where a query runs paints it: this device, the server while the device's copy is not whole or not up to date, or
// what was kept of the last time. Pure: each function gives another race.
//
//   nobody ──► kept ──► server ──► device, for good        kept ──► device (whole, of the last time) ──► server ──► device, for good
//
// Invariant: once the server's rows are on the screen, only rows that are at least as new replace them, unless the server is out of reach.
import { isEqual } from '../kit/is-equal.ts'
import type { ResultRow } from '../tabs/protocol.ts'

/** Log position up to which a device's rows are all there are; `unheard`: whole, as of the last time; null: they are not all. */
export type Standing = bigint | null
export const unheard = -1n
/** Of rows that are the server's own. */
export const everything = 2n ** 63n - 1n

type Rows = readonly ResultRow[]

export interface Race {
  /** What was on the screen when the app was last used. */
  kept: Rows | undefined
  /** `shown`: it, or an answer before it, was on the screen. */
  server: { rows: Rows; lsn: bigint; at: number; shown: boolean } | undefined
  device: { rows: Rows; upTo: Standing; at: number } | undefined
  /** The server was asked and has not answered; it never has, when it was the first time. */
  asking: 'first' | 'again' | false
  /** The device has taken over: the server is not heard any more. */
  over: boolean
  /** Who painted last. */
  by: Painter
  /** What a copy of the last time lacks the server may have: it is about to say so. */
  doubted: boolean
}

export type Painter = 'nobody' | 'kept' | 'server' | 'device'

export interface Around {
  /** The server answers, or nobody knows better yet. */
  reachable: boolean
  /** Something waits in the outbox: only the device shows it. */
  pending: boolean
}

/** A copy that is up to date and follows has everything that was committed so long ago, whatever positions say. */
export const followedMs = 2000

export const newRace = (kept: Rows | undefined): Race => ({
  kept,
  server: undefined,
  device: undefined,
  asking: false,
  over: false,
  by: kept ? 'kept' : 'nobody',
  doubted: false,
})

/** Answers may overtake each other. */
export function serverAnswered(race: Race, rows: Rows, lsn: bigint, at: number): Race {
  const late = race.over || (race.server !== undefined && race.server.lsn > lsn)
  const shown = race.server?.shown ?? false
  return late ? { ...race, asking: false } : { ...race, asking: false, server: { rows, lsn, at, shown } }
}

/** As an answer, but something was written here since it was asked for: what a whole copy shows on top would vanish for a moment. */
export function serverAnsweredBefore(race: Race, rows: Rows, lsn: bigint, at: number): Race {
  const known = race.server !== undefined || (race.device !== undefined && race.device.upTo !== null)
  return known ? { ...race, asking: false } : serverAnswered(race, rows, lsn, at)
}

export const deviceAnswered = (race: Race, rows: Rows, upTo: Standing, at: number): Race => ({
  ...race,
  device: { rows, upTo, at },
})

/** The device's rows are as good as the server's. */
function isCaughtUp({ server, device }: Race): boolean {
  if (!device || device.upTo === null || device.upTo === unheard) return false
  if (!server) return true
  return device.upTo >= server.lsn || device.at - server.at >= followedMs || isEqual(device.rows, server.rows)
}

function painterOf(race: Race, { reachable, pending }: Around): Painter {
  const { kept, server, device, asking, by } = race
  const whole = device !== undefined && device.upTo !== null
  // What waits is on top of a whole copy, and of what was kept of one; what the server has already shown is not taken back for it.
  const onTop = pending && by !== 'server' && (whole || kept !== undefined)
  const heard = server !== undefined && !onTop && !(whole && !reachable)
  if (heard) return 'server'
  if (whole) return 'device'
  // Part of the rows would be gone again in a moment.
  if (device && server === undefined && !(reachable && (asking !== false || onTop))) return 'device'
  return kept ? 'kept' : 'nobody'
}

export function painted(race: Race, around: Around): Race {
  if (!race.over && isCaughtUp(race))
    return { ...race, server: undefined, asking: false, over: true, by: 'device', doubted: false }
  const by = painterOf(race, around)
  const doubted = by === 'device' && race.device?.upTo === unheard && race.asking === 'first' && around.reachable
  return { ...race, by, doubted, server: serverAfter(race, by, around) }
}

/** An answer that is held back for what waits lacks it, also when that has been taken: the next one has it. */
function serverAfter({ server }: Race, by: Painter, { pending }: Around): Race['server'] {
  if (by === 'server') return server && { ...server, shown: true }
  return pending && !server?.shown ? undefined : server
}

export const rowsOf = ({ by, kept, server, device }: Race): Rows | undefined =>
  ({ nobody: undefined, kept, server: server?.rows, device: device?.rows })[by]

/** Whether the rows on the screen are all there are, so that what is not among them does not exist. */
export const isWhole = ({ by, device, doubted }: Race) =>
  by === 'server' || (by === 'device' && device !== undefined && device.upTo !== null && !doubted)
