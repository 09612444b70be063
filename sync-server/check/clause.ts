// Random where clauses, written twice: as the client sends them, some constants as $1, and as SELECT takes them, all constants inline.
import type { Random } from 'db/node/random.ts'
import { companies, maxN, queues, textOf, times, words, type TableSpec } from './tables.ts'

export interface Clause {
  where: string
  params: string[]
  sql: string
}

export function randomClause(random: Random, { asked }: TableSpec): Clause {
  const params: string[] = []
  const constant = (value: string | number) => {
    if (!random.chance(0.3)) return textOf(value)
    params.push(String(value))
    return `$${params.length}`
  }
  const terms: Record<TableSpec['asked'][number], () => string> = {
    company_id: () => `company_id = ${constant(random.pick(companies))}`,
    queue: () =>
      random.pick([
        () => `queue in (${random.some(queues, random.int(1, 3)).map(constant).join(', ')})`,
        () => `queue = ${constant(random.pick(queues))}`,
        () => 'queue is null',
      ])(),
    n: () =>
      random.pick([
        () => `n ${random.pick(['>', '<', '<=', '>=', '<>'])} ${constant(random.int(0, maxN))}`,
        () => `n between ${constant(random.int(0, maxN / 2))} and ${constant(random.int(maxN / 2, maxN))}`,
        () => 'n is not null',
      ])(),
    note: () =>
      random.pick([
        () => `note like ${constant(random.pick(['a%', '%b', '_', '%', 'A%']))}`,
        () => `note = ${constant(random.pick(words))}`,
        () => `note < ${constant(random.pick(words))}`,
      ])(),
    done: () => random.pick(['done', 'done is true', 'done = false', 'done is not true']),
    at: () => `at ${random.pick(['<', '>='])} ${constant(random.pick(times))}`,
  }
  const term = (depth: number): string => {
    if (depth === 0 || random.chance(0.4)) return terms[random.pick(asked)]()
    if (random.chance(0.25)) return `not (${term(depth - 1)})`
    const operator = random.pick(['and', 'or'])
    return `(${term(depth - 1)} ${operator} ${term(depth - 1)})`
  }
  // As in production: nearly every shape is of one company.
  const where = random.chance(0.6) ? `${terms.company_id()} and ${term(2)}` : term(2)
  return { where, params, sql: inline(where, params) }
}

const inline = (where: string, params: readonly string[]) =>
  where.replaceAll(/\$(\d+)/g, (_, number: string) => textOf(params[Number(number) - 1] ?? null))
