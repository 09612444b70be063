// The tables under test. Ids come from small pools, so that random statements meet each other's rows.
import type { Random } from 'db/node/random.ts'

export type TableName = 'items' | 'notes' | 'loose' | 'documents'

export interface TableSpec {
  name: TableName
  key: readonly string[]
  /** Without those that ALTER TABLE adds. */
  columns: readonly string[]
  /** What clauses may ask. */
  asked: readonly ('company_id' | 'queue' | 'n' | 'note' | 'done' | 'at')[]
}

export const tables: readonly TableSpec[] = [
  {
    name: 'items',
    key: ['id'],
    columns: ['id', 'company_id', 'queue', 'n', 'done', 'note', 'tags', 'at', 'ratio', 'bin', 'span'],
    asked: ['company_id', 'queue', 'n', 'note', 'done', 'at'],
  },
  {
    name: 'notes',
    key: ['company_id', 'id'],
    columns: ['company_id', 'id', 'note', 'n'],
    asked: ['company_id', 'note', 'n'],
  },
  { name: 'loose', key: [], columns: ['company_id', 'n', 'note'], asked: ['company_id', 'n', 'note'] },
  {
    name: 'documents',
    key: ['id'],
    columns: ['id', 'company_id', 'note', 'n', 'done', 'body'],
    asked: ['company_id', 'note', 'n', 'done'],
  },
]

export const companies = [1, 2, 3] as const
export const queues = ['sales', 'support', "o'ops", ''] as const
export const words = ['a', 'ab', 'abc', 'A', 'b%', 'ação', "it's", 'a/b', '', '😀', '"q"'] as const
export const times = [
  '2024-01-31 10:00:00+00',
  '2024-02-29 23:59:59.999999+00',
  '1999-12-31 00:00:00+00',
  'infinity',
] as const
export const maxN = 20

/** Rows of a bulk transaction: some pages of it for each shape. */
export const bulkRows = 5_000

/**
 * `n` of notes adds up to 0 in each company after every transaction: a client that sees something else saw a part of one.
 * `loose` has no key, its rows are kept apart by content. `markers` moves the change stream on without touching any shape.
 */
export const schema = `
  create table items (
    id uuid primary key, company_id int not null, queue text, n int, done bool, note text, tags text[], at timestamptz,
    ratio float8, bin bytea, span interval
  );
  create table notes (company_id int, id int, note text, n int not null, primary key (company_id, id));
  create function move_balance(company int, source int, target int, amount int) returns void language plpgsql as $$ begin
    perform from notes where company_id = company and id in (source, target) order by id for update;
    if (select count(*) from notes where company_id = company and id in (source, target)) = 2 then
      update notes set n = n + case id when source then -amount else amount end
        where company_id = company and id in (source, target);
    end if;
  end $$;
  create table loose (company_id int not null, n int, note text);
  create unique index on loose (company_id, n, note) nulls not distinct;
  create table documents (id int primary key, company_id int not null, note text, n int, done bool, body text);
  alter table documents alter column body set storage external;
  create table markers (id int primary key, round int not null);
`

export const textOf = (value: string | number | boolean | null) =>
  value === null ? 'null' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

export const maybe = <T>(random: Random, value: T): T | null => (random.chance(0.1) ? null : value)
