// Random clauses with subqueries and random transactions over four small tables, whose rows meet each other often.
import type { Random } from 'db/node/random.ts'

export const tables = ['a', 'b', 'c', 'd'] as const
export type Name = (typeof tables)[number]

/** `d` has no key, and equal rows. */
export const schema = `${['a', 'b', 'c']
  .map((name) => `create table ${name} (id int primary key, x int, y int, t text, flag bool);`)
  .join('')}
  create table d (x int, y int, t text, flag bool);
  create table marks (id int primary key);
  ${[...tables, 'marks'].map((name) => `alter table ${name} replica identity full;`).join('')}
  alter publication balcao add table ${[...tables, 'marks'].join(', ')}`

const ids = 10
const words = ['p', 'q', '', 'é'] as const
const numbersOf = (table: Name) => (table === 'd' ? ['x', 'y'] : ['id', 'x', 'y'])
const literal = (value: string | null) => (value === null ? 'null' : `'${value}'`)

/** A clause of a table; with `depth` above 0 perhaps with subqueries. */
export function randomClause(random: Random, table: Name, depth: number): string {
  const kind = random.int(0, depth > 0 ? 7 : 3)
  if (kind <= 1) return plain(random, table)
  const part = () => randomClause(random, table, depth - (random.chance(0.5) ? 1 : 0))
  if (kind === 2) return `(${part()} ${random.pick(['and', 'or'])} ${part()})`
  if (kind === 3) return `not (${part()})`
  return subquery(random, table, depth)
}

const plain = (random: Random, table: Name) =>
  random.pick([
    () => `${random.pick(numbersOf(table))} ${random.pick(['=', '<>', '<', '>='])} ${random.int(0, 5)}`,
    () => `t = ${literal(random.pick(words))}`,
    () => 'flag',
    () => 'flag is not true',
    () => `${random.pick(['x', 'y', 't'])} is ${random.pick(['null', 'not null'])}`,
  ])()

function subquery(random: Random, table: Name, depth: number): string {
  const of = random.pick(tables)
  const where = random.chance(0.8) ? ` where ${randomClause(random, of, depth - 1)}` : ''
  if (random.chance(0.1)) return `(${random.pick(['x, y', 'y, x'])}) in (select x, y from ${of}${where})`
  const [mine, theirs] = random.chance(0.2)
    ? ['t', 't']
    : [numbersOf(table), numbersOf(of)].map((all) => random.pick(all))
  return `${mine} ${random.chance(0.3) ? 'not ' : ''}in (select ${theirs} from ${random.chance(0.2) ? 'public.' : ''}${of}${where})`
}

const values: Readonly<Record<string, (random: Random) => string>> = {
  x: (random) => (random.chance(0.15) ? 'null' : String(random.int(0, 5))),
  y: (random) => (random.chance(0.15) ? 'null' : String(random.int(0, 5))),
  t: (random) => literal(random.chance(0.15) ? null : random.pick(words)),
  flag: (random) => (random.chance(0.15) ? 'null' : String(random.chance(0.5))),
}
const columns = Object.keys(values)
const drawn = (random: Random, names: readonly string[]) => names.map((name) => values[name]?.(random) ?? 'null')
const set = (random: Random) =>
  random
    .some(columns, random.int(1, 3))
    .map((name) => `${name} = ${values[name]?.(random) ?? 'null'}`)
    .join(', ')

/** Alone none of its statements fails. */
export function randomTransaction(random: Random): string[] {
  return Array.from({ length: random.pick([1, 1, 2, 3, 6]) }, () => {
    const table = random.pick(tables)
    return table === 'd' ? keyless(random) : statement(random, table)
  })
}

function statement(random: Random, table: Name): string {
  const id = random.int(1, ids)
  const other = random.int(1, ids)
  return random.pick([
    () => `insert into ${table} (id, ${columns.join()}) values (${id}, ${drawn(random, columns).join()})
      on conflict (id) do update set ${set(random)}`,
    () =>
      `insert into ${table} (id, ${columns.join()}) values (${id}, ${drawn(random, columns).join()}) on conflict do nothing`,
    () => `update ${table} set ${set(random)} where id = ${id}`,
    () => `update ${table} set ${set(random)} where ${plain(random, table)}`,
    () => `update ${table} set id = ${id} where id = ${other} and not exists (select from ${table} where id = ${id})`,
    () => `update ${table} set flag = not flag where id in (${id}, ${other})`,
    () => `delete from ${table} where id = ${id}`,
  ])()
}

const keyless = (random: Random) =>
  random.pick([
    () => `insert into d values (${drawn(random, columns).join()})`,
    () => `insert into d values (${drawn(random, columns).join()})`,
    () => `insert into d select * from d where ${plain(random, 'd')} limit 2`,
    () => `update d set ${set(random)} where ${plain(random, 'd')}`,
    () => `delete from d where ctid in (select ctid from d where ${plain(random, 'd')} limit 2)`,
  ])()
