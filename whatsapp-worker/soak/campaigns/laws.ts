// What must hold of campaigns at the end of a run, by what the phones received and what the rows say. Pure; each breach is a line.

export interface Reached {
  campaign: string
  number: string
  isQuestion: boolean
  /** WhatsApp's, fixed by the message's row. */
  id: string
  /** ms since the epoch. */
  at: number
}

/** A text that is said twice to the same person. What comes again under its own id, after a crash, phones drop (decision 0005). */
export function doubled(reached: readonly Reached[]): string[] {
  const groups = Map.groupBy(
    reached,
    ({ campaign, number, isQuestion }) => `${campaign} ${number} ${isQuestion ? '?' : ''}`,
  )
  const ids = (all: readonly Reached[]) => [...new Set(all.map(({ id }) => id))]
  return [...groups].flatMap(([key, all]) => (ids(all).length > 1 ? [`${key}: ${ids(all).join(', ')}`] : []))
}

export interface Rate {
  intervalMs: number
  /** Of the interval. */
  jitter: number
  /** How late a text may be noticed. */
  lagMs: number
}

/** Stretches of one connection's texts, however long, in which more were sent than the rate allows. */
export function tooFast(times: readonly number[], { intervalMs, jitter, lagMs }: Rate): string[] {
  const sorted = times.toSorted((a, b) => a - b)
  // A stretch that begins at i and ends at j is too short when t[j] - j*interval is below the highest t[i] - i*interval by more than allowed.
  const breaches: string[] = []
  let [highest, from] = [-Infinity, 0]
  for (const [place, at] of sorted.entries()) {
    const level = at - place * intervalMs
    const missing = highest - level
    if (missing > intervalMs * jitter + lagMs) {
      breaches.push(`${place - from + 1} texts in ${at - (sorted[from] ?? 0)} ms`)
    }
    if (level > highest) [highest, from] = [level, place]
  }
  return breaches
}

export interface PersonEnd {
  campaign: string
  number: string
  state: string
  error: string | null
}

/** Whom the report calls delivered and who got it are the same people; whoever did not get it has a reason. */
export function differences(people: readonly PersonEnd[], reached: readonly Reached[]): string[] {
  const got = new Set(
    reached.filter(({ isQuestion }) => !isQuestion).map(({ campaign, number }) => `${campaign} ${number}`),
  )
  return people.flatMap(({ campaign, number, state, error }) => {
    const key = `${campaign} ${number}`
    const has = got.has(key)
    if (has !== (state === 'delivered'))
      return [`${key}: ${has ? 'got it' : 'got nothing'} and is ${state} ${error ?? ''}`]
    return ['delivered', 'invalid', 'opted_out'].includes(state) || error !== null
      ? []
      : [`${key}: ${state} without a reason`]
  })
}

export interface Stop {
  number: string
  /** ms since the epoch, when it was stored. */
  at: number
}

/** Who was written to after they had said stop. `written`: when the message became a row. */
export function disregarded(stops: readonly Stop[], written: readonly { number: string; at: number }[]): string[] {
  const since = new Map(stops.map(({ number, at }) => [number, at]))
  return written.flatMap(({ number, at }) => {
    const stopped = since.get(number)
    return stopped !== undefined && at > stopped ? [`${number} ${at - stopped} ms after the stop`] : []
  })
}
