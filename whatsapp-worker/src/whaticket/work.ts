// What the steps of an import share: the two databases, and who is who in both.
import type { OldFiles } from './files.ts'
import type { Row, Source, SourceTable } from './source.ts'
import type { Target } from './target.ts'
import { Unreadable, whole } from './values.ts'

export interface Work extends Target {
  source: Source
  files: OldFiles
  now: Date
  /** Of companies that are made. */
  timeZone: string
  /** What the one company of a database without companies is called. */
  companyName: string
  known: Known
  /** Called after each batch. */
  progress(table: string, done: number): void
}

export interface KnownCompany {
  id: string
  archiveAfterDays: number
}

export interface KnownTicket {
  id: string
  company: number
  contactId: string
  connectionId: string
  queueId: string | null
  archived: boolean
  isGroup: boolean
}

/** Something, and whose it is here. */
interface Owned {
  id: string
  companyId: string
}

/** What is here under which id, by its old one. */
export interface Known {
  companies: Map<number, KnownCompany>
  queues: Map<number, Owned>
  connections: Map<number, Owned>
  /** By the old company: for what names no connection, or one that is gone. */
  mainConnections: Map<number, string>
  users: Map<number, Owned>
  /** By the old company: who has what is nobody's. */
  admins: Map<number, string>
  contacts: Map<number, Owned & { isGroup: boolean }>
  tags: Map<number, Owned>
  tickets: Map<number, KnownTicket>
}

export const nobodyKnown = (): Known => ({
  companies: new Map(),
  queues: new Map(),
  connections: new Map(),
  mainConnections: new Map(),
  users: new Map(),
  admins: new Map(),
  contacts: new Map(),
  tags: new Map(),
  tickets: new Map(),
})

/** The one company of a database that knows none. */
export const onlyCompany = 1

/** What a row names, as long as it is its own company's: an old database may name anybody's. */
export function named<T extends Owned>(
  known: ReadonlyMap<number, T>,
  row: Row,
  column: string,
  companyId: string,
): T | undefined {
  const found = known.get(whole(row, column) ?? -1)
  return found?.companyId === companyId ? found : undefined
}

/** Which old company a row is of, and what that is here. @throws Unreadable */
export function companyOf({ known }: Work, row: Row): KnownCompany & { old: number } {
  const old = whole(row, 'companyId') ?? whole(row, 'tenantId') ?? onlyCompany
  const company = known.companies.get(old)
  if (!company) throw new Unreadable('of no company')
  return { ...company, old }
}

export const ofCompany = ['companyId', 'tenantId'] as const

/** What `take` makes of each row; one that it cannot read is told. */
export function taken<T>({ tally }: Work, name: string, rows: readonly Row[], take: (row: Row) => T | null): T[] {
  return rows.flatMap((row) => {
    tally.of(name).read++
    try {
      return take(row) ?? []
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      tally.skip(name, row['id'] ?? '?', error.message)
      return []
    }
  })
}

/** A whole table that is small beside messages. */
export async function allRows(table: SourceTable | null, columns: readonly string[], order?: readonly string[]) {
  const all: Row[] = []
  if (table) for await (const rows of table.rows(columns, order)) all.push(...rows)
  return all
}
