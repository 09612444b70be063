// Random where clauses, written twice: as the client sends them, some constants as $1, and as SELECT takes them, all constants inline.
import type { Random } from 'db/node/random.ts'
import { companies, maxN, queues, tables, textOf, times, words, type TableName, type TableSpec } from './tables.ts'

export interface Clause {
  where: string
  params: string[]
  sql: string
  /** Whose rows its subqueries ask. */
  behind: TableName[]
}

type Asked = TableSpec['asked'][number]

/** `deepest`: subqueries may be so many levels deep. */
export function randomClause(random: Random, spec: TableSpec, deepest: number): Clause {
  const params: string[] = []
  const behind = new Set<TableName>()
  const constant = (value: string | number) => {
    if (!random.chance(0.3)) return textOf(value)
    params.push(String(value))
    return `$${params.length}`
  }
  const terms: Record<Asked, () => string> = {
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
  /** What is or is not among some rows' values. */
  const subquery = ({ asked }: TableSpec, level: number): string => {
    const inner = random.pick(tables)
    behind.add(inner.name)
    const both = comparable.filter((name) => asked.includes(name) && inner.asked.includes(name))
    const column = random.pick(both)
    const where = random.chance(0.9) ? ` where ${clause(inner, random.int(0, 1), level + 1)}` : ''
    return `${column} ${random.chance(0.25) ? 'not ' : ''}in (select ${column} from ${inner.name}${where})`
  }
  const clause = (of: TableSpec, depth: number, level: number): string => {
    if (level < deepest && random.chance(level === 0 ? 0.15 : 0.2)) return subquery(of, level)
    if (depth === 0 || random.chance(0.4)) return terms[random.pick(of.asked)]()
    if (random.chance(0.25)) return `not (${clause(of, depth - 1, level)})`
    const operator = random.pick(['and', 'or'])
    return `(${clause(of, depth - 1, level)} ${operator} ${clause(of, depth - 1, level)})`
  }
  // As in production: nearly every shape is of one company.
  const where = random.chance(0.6) ? `${terms.company_id()} and ${clause(spec, 2, 0)}` : clause(spec, 2, 0)
  return { where, params, sql: inline(where, params), behind: [...behind] }
}

/** Columns of the same type in every table that has them. */
const comparable: readonly Asked[] = ['company_id', 'n', 'note', 'queue']

const inline = (where: string, params: readonly string[]) =>
  where.replaceAll(/\$(\d+)/g, (_, number: string) => textOf(params[Number(number) - 1] ?? null))
