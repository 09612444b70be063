// Random statements. Each is drawn whole before anything runs, so that what it finds in the database changes no decision.
import type { Random } from 'db/node/random.ts'
import { bulkRows, companies, maxN, maybe, queues, textOf, times, words, type TableName } from './tables.ts'

const itemIds = 600
const noteIds = 60
const documentIds = 80

/** SQL; several statements where only together they keep the balance of notes. */
export type Statement = readonly string[]

export function randomStatement(random: Random, table: TableName): Statement {
  const kinds = statements[table]
  return random.pick(kinds)(random)
}

const company = (random: Random) => random.pick(companies)
const n = (random: Random) => textOf(maybe(random, random.int(0, maxN)))
const word = (random: Random) => textOf(maybe(random, random.pick(words)))
const flag = (random: Random) => textOf(maybe(random, random.chance(0.5)))
const itemId = (random: Random) => `md5('item${random.int(1, itemIds)}')::uuid`
const noteId = (random: Random) => random.int(1, noteIds)
const documentId = (random: Random) => random.int(1, documentIds)
const between = (random: Random) => {
  const low = random.int(0, maxN)
  return `n between ${low} and ${low + random.int(0, 3)}`
}

const itemValues: Record<string, (random: Random) => string> = {
  company_id: (random) => String(company(random)),
  queue: (random) => textOf(maybe(random, random.pick(queues))),
  n,
  done: flag,
  note: word,
  tags: (random) => random.pick(['null', `'{}'`, `array['a', null, 'b"c', 'NULL', '']`, `array['x,y', '{z}']`]),
  at: (random) => textOf(maybe(random, random.pick(times))),
  ratio: (random) => random.pick(['0.1::float8 + 0.2', `'NaN'`, `'-Infinity'`, '1e300', 'null']),
  bin: (random) => random.pick([`'\\x00ff5c'`, `''`, 'null']),
  span: (random) => random.pick([`'1 year 2 mons -3 days 04:05:06.7'`, `'0'`, 'null']),
}
const itemColumns = Object.keys(itemValues)
const drawItem = (random: Random, column: string) => itemValues[column]?.(random) ?? 'null'

const set = (random: Random, columns: readonly string[], draw: (random: Random, column: string) => string) =>
  random
    .some(columns, random.int(1, Math.min(4, columns.length)))
    .map((column) => `${column} = ${draw(random, column)}`)
    .join(', ')

function insertItem(random: Random): Statement {
  const values = itemColumns.map((column) => drawItem(random, column)).join(', ')
  const update = set(random, itemColumns, (_, column) => `excluded.${column}`)
  return [
    `insert into items (id, ${itemColumns.join(', ')}) values (${itemId(random)}, ${values}) on conflict (id) do update set ${update}`,
  ]
}

/** Whatever one side loses the other side gets, or neither. */
const moveBalance = (random: Random): Statement => [
  `select move_balance(${company(random)}, ${noteId(random)}, ${noteId(random)}, ${random.int(1, 5)})`,
]

function insertPair(random: Random): Statement {
  const [amount, first, of] = [random.int(1, 9), noteId(random), company(random)]
  const second = (first % noteIds) + 1
  const row = (id: number, value: number) =>
    `insert into notes (company_id, id, note, n) values (${of}, ${id}, ${word(random)}, ${value})
      on conflict (company_id, id) do update set note = excluded.note, n = notes.n + excluded.n`
  return [row(first, amount), row(second, -amount)]
}

const documentValues: Record<string, (random: Random) => string> = {
  company_id: (random) => String(company(random)),
  note: word,
  n,
  done: flag,
}
const documentColumns = Object.keys(documentValues)
const drawDocument = (random: Random, column: string) => documentValues[column]?.(random) ?? 'null'
/** 6 to 13 kB: kept outside of the row, and not in the change stream unless it changes. */
const body = (random: Random) =>
  `(select string_agg(md5('${random.int(1, 1e6)}' || i), '') from generate_series(1, ${random.int(200, 400)}) i)`

const statements: Record<TableName, readonly ((random: Random) => Statement)[]> = {
  items: [
    insertItem,
    insertItem,
    insertItem,
    (random) => [`update items set ${set(random, itemColumns, drawItem)} where id = ${itemId(random)}`],
    (random) => [`update items set ${set(random, itemColumns, drawItem)} where id = ${itemId(random)}`],
    (random) => [
      `update items set ${set(random, ['queue', 'done', 'note'], drawItem)} where company_id = ${company(random)} and ${between(random)}`,
    ],
    (random) => [`update items set n = n + 1 where company_id = ${company(random)} and n < ${random.int(0, maxN)}`],
    (random) => [`update items set n = n where company_id = ${company(random)} and ${between(random)}`],
    (random) => [`update items set id = ${itemId(random)} where id = ${itemId(random)}`],
    (random) => [
      `update items set id = ${itemId(random)}, ${set(random, itemColumns, drawItem)} where id = ${itemId(random)}`,
    ],
    (random) => [`delete from items where id = ${itemId(random)}`],
    (random) => [`delete from items where company_id = ${company(random)} and n = ${random.int(0, maxN)}`],
  ],
  notes: [
    insertPair,
    insertPair,
    moveBalance,
    moveBalance,
    (random) => [
      `update notes set note = ${word(random)} where company_id = ${company(random)} and id = ${noteId(random)}`,
    ],
    (random) => [
      `update notes set id = ${noteId(random)} where company_id = ${company(random)} and id = ${noteId(random)}`,
    ],
    (random) => [`delete from notes where company_id = ${company(random)} and id = ${noteId(random)} and n = 0`],
  ],
  loose: [
    (random) => [
      `insert into loose (company_id, n, note) values (${company(random)}, ${n(random)}, ${word(random)}) on conflict do nothing`,
    ],
    (random) => [
      `insert into loose (company_id, n, note) values (${company(random)}, ${n(random)}, ${word(random)}) on conflict do nothing`,
    ],
    (random) => [
      `update loose set note = ${word(random)} where company_id = ${company(random)} and n = ${random.int(0, maxN)} and note = ${textOf(random.pick(words))}`,
    ],
    (random) => [`delete from loose where company_id = ${company(random)} and n = ${random.int(0, maxN)}`],
  ],
  documents: [
    (random) => {
      const values = documentColumns.map((column) => drawDocument(random, column)).join(', ')
      const update = set(random, [...documentColumns, 'body'], (_, column) => `excluded.${column}`)
      return [
        `insert into documents (id, ${documentColumns.join(', ')}, body) values (${documentId(random)}, ${values}, ${body(random)})
          on conflict (id) do update set ${update}`,
      ]
    },
    (random) => [`update documents set ${set(random, documentColumns, drawDocument)} where id = ${documentId(random)}`],
    (random) => [`update documents set ${set(random, documentColumns, drawDocument)} where id = ${documentId(random)}`],
    (random) => [`update documents set ${set(random, documentColumns, drawDocument)} where ${between(random)}`],
    (random) => [`update documents set body = ${body(random)} where id = ${documentId(random)}`],
    (random) => [`update documents set id = ${documentId(random)} where id = ${documentId(random)}`],
    (random) => [`delete from documents where id = ${documentId(random)}`],
  ],
}

/** One statement of many rows: made or changed, or taken away again. */
export function bulkStatement(random: Random): Statement {
  const of = company(random)
  if (random.chance(0.3)) return [`delete from items where note = 'bulk'`]
  return [
    `insert into items (id, company_id, queue, n, done, note)
      select md5('bulk' || i)::uuid, ${of}, ${textOf(random.pick(queues))}, i % ${maxN}, i % 3 = 0, 'bulk'
      from generate_series(1, ${bulkRows}) i
      on conflict (id) do update set company_id = excluded.company_id, queue = excluded.queue, n = items.n + 1`,
  ]
}
