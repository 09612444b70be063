// Tables that the figures are measured on, and the shapes of them.
import type { ShapeQuery } from './shape-reader.ts'

/** Rows of about 250 bytes as clients get them. */
export const ticketsOf = (rows: number, companies: number) => `
  create table tickets (id uuid primary key, company_id uuid not null, title text not null, status text not null, n int not null,
    created_at timestamptz not null);
  insert into tickets
    select gen_random_uuid(), md5((n % ${companies})::text)::uuid, 'Something about order ' || lpad(n::text, 8, '0'),
      (array['open', 'pending', 'closed'])[n % 3 + 1], n, now() - n * interval '1 second'
    from generate_series(1, ${rows}) n`

/** Small rows of many companies, found by company as in any such application. */
export const itemsOf = (companies: number, rowsEach: number) => `
  create table items (id uuid primary key default gen_random_uuid(), company_id text not null, queue text not null, body text not null);
  create index on items (company_id);
  insert into items (company_id, queue, body)
    select 'c' || c, 'q' || n % 10, 'Something about order ' || n
    from generate_series(0, ${companies - 1}) c, generate_series(1, ${rowsEach}) n`

export const companyOf = (index: number) => `c${index}`

export const companyShape = (index: number): ShapeQuery => ({
  table: 'items',
  where: `company_id = '${companyOf(index)}'`,
})

export const queueShape = (company: number, queue: number): ShapeQuery => ({
  table: 'items',
  where: `company_id = '${companyOf(company)}' and queue = 'q${queue}'`,
})

export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
