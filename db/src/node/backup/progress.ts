// How far a backup or a restore is: printed now and then, and watched, so that one that stands still ends and says where.
import postgres from 'postgres'
import { BackupProblem } from './format.ts'

export interface Progress {
  /** `expected`: how many rows or files there are, as far as that is known. */
  begin(what: string, expected?: number | null): void
  add(count: number): void
  /** It goes on, without a count of its own. */
  touch(): void
}

export interface Watching {
  print(line: string): void
  /** ms without progress after which it ends. */
  patience?: number
  /** ms between two lines. */
  printEvery?: number
}

const number = (value: number) => Math.round(value).toLocaleString('pt-BR')

/** What was said last, and how long ago. */
export class Counted implements Progress {
  what = ''
  count = 0
  private expected: number | null = null
  private since = performance.now()
  private changedAt = this.since

  begin(what: string, expected: number | null = null) {
    this.what = what
    this.count = 0
    this.expected = expected
    this.since = performance.now()
    this.touch()
  }

  add(count: number) {
    this.count += count
    this.touch()
  }

  touch() {
    this.changedAt = performance.now()
  }

  /** ms. */
  get stillFor() {
    return performance.now() - this.changedAt
  }

  get line() {
    const seconds = (performance.now() - this.since) / 1000
    const of = this.expected === null ? '' : ` de cerca de ${number(Math.max(this.expected, this.count))}`
    const speed = this.count > 0 && seconds >= 1 ? ` (${number(this.count / seconds)} por segundo)` : ''
    return `  ${this.what}: ${number(this.count)}${of}${speed}`
  }
}

/**
 * Runs `work`, whose statements go over connections named `name`. Without progress for `patience` it is given up, what it waits for is left
 * as it is, and the signal tells its streams. While Postgres itself works, sorting or making an index, that is progress.
 * @throws BackupProblem when it stands still
 */
export async function watched<T>(
  { url, name, print, patience = 60_000, printEvery = 5_000 }: Watching & { url: string; name: string },
  work: (progress: Counted, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const progress = new Counted()
  const ending = new AbortController()
  const still = Promise.withResolvers<never>()
  const sql = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5, fetch_types: false })
  let asking = false
  const look = async () => {
    if (progress.stillFor < patience / 6 || asking) return
    asking = true
    const waits = await whatItWaitsFor(sql, name).finally(() => (asking = false))
    if (waits === null) progress.touch()
    else if (progress.stillFor >= patience) {
      const problem = new BackupProblem(
        `sem avanço há ${number(progress.stillFor / 1000)} s em ${progress.what}, depois de ${number(progress.count)} (${waits}): interrompido`,
      )
      ending.abort(problem)
      still.reject(problem)
    }
  }
  const looking = setInterval(() => void look(), patience / 12)
  let printed = ''
  const printing = setInterval(() => {
    if (progress.what !== '' && progress.line !== printed) print((printed = progress.line))
  }, printEvery)
  try {
    return await Promise.race([work(progress, ending.signal), still.promise])
  } finally {
    clearInterval(looking)
    clearInterval(printing)
    await sql.end({ timeout: 0 })
  }
}

/** Null: Postgres is at work. Else what it waits for, as it names it itself; one that does not answer is told as such. */
async function whatItWaitsFor(sql: postgres.Sql, name: string): Promise<string | null> {
  const silent = Promise.withResolvers<string>()
  const timer = setTimeout(silent.resolve, 5000, 'o Postgres não responde')
  try {
    return await Promise.race([silent.promise, waitOf(sql, name)])
  } catch {
    return 'o Postgres não responde'
  } finally {
    clearTimeout(timer)
  }
}

async function waitOf(sql: postgres.Sql, name: string): Promise<string | null> {
  const found = await sql<{ state: string; wait: string | null }[]>`
    select state, wait_event_type || '/' || wait_event as wait from pg_stat_activity
    where application_name = ${name} and datname = current_database()`
  const isAtWork = found.some(({ state, wait }) => state === 'active' && !/^(Client|Lock)\//.test(wait ?? ''))
  if (isAtWork) return null
  return (
    found.map(({ state, wait }) => `Postgres: ${state}${wait === null ? '' : `, ${wait}`}`).join('; ') ||
    'fora do Postgres'
  )
}
