// A query: a named read with its arguments, its rows and its SQL, declared once. The device runs it live on its own Postgres; for a device
// without one, and for REST, the server runs it over the actor's scope. What asks for it is a plain value, a name with arguments.
// Invariant: SQL is written here and nowhere else; no text of a client's is ever part of it.
import * as v from 'valibot'
import type { SyncedTable } from './define-table.ts'
import type { RowIn, RowType } from './sql/row-type.ts'
import { shortHash } from './texts/short-hash.ts'
import type { SqlText } from './sql/sql-text.ts'

/** Where it runs: a device has views over what was synced and what is pending, and tables kept for it; the server the tables themselves. */
export type Side = 'device' | 'server'

/** What is asked for; it survives JSON. */
export interface QueryCall<Row = unknown> {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  /** Hash of the query's columns and SQL: rows that a device kept of another version of the query are not shown as its rows. */
  readonly version: string
  /** Type only: what a row of the result is. */
  readonly row?: Row
}

type Schema<E extends v.ObjectEntries> = v.StrictObjectSchema<E, undefined>

/** An id that exists where the example is tried, by the noun of its resource. */
export type ExampleId = (noun: string) => string

export interface QueryDefinition<E extends v.ObjectEntries = v.ObjectEntries, R extends RowType = RowType> {
  /** `noun.what`, e.g. 'help.window'; apps of other ages ask for it. */
  name: string
  /** One line for OpenAPI: the rows and their order. */
  summary: string
  /** As JSON has them; none is optional, so that equal questions are equal values. */
  args: E
  row: R
  /** The same text for the same kind of question: statements stay planned by it. `only`: of a page, those of these rows alone. */
  sql(args: v.InferOutput<Schema<E>>, side: Side, only: readonly string[] | null): SqlText
  /** Its rows are some of a table's, each with that row's id. A device asks for those that changed alone, and puts them in their places. */
  page?: PageOf<Given<v.InferInput<Schema<E>>>, RowIn<R>>
  /** Arguments that it takes, where it has some. */
  example?(id: ExampleId): Given<v.InferInput<Schema<E>>>
}

/** How the rows of a page are a table's. */
interface PageOf<Args, Row> {
  table: SyncedTable
  /** Those with the greatest places are on it; null: all. */
  limit(args: Args): number | null
  /** A row's place, a number or a text; of equal ones the id's. */
  place(row: Row): unknown
  /** Which end comes first. */
  first: 'greatest' | 'least'
  /** The id of another row of the table, of which this one shows something. */
  other?(row: Row): unknown
}

/** What a caller may pass: nothing of it is changed. */
type Given<T> = T extends readonly (infer U)[]
  ? readonly Given<U>[]
  : T extends object
    ? { readonly [K in keyof T]: Given<T[K]> }
    : T

type Ask<E extends v.ObjectEntries, Row> = keyof E extends never
  ? () => QueryCall<Row>
  : (args: Given<v.InferInput<Schema<E>>>) => QueryCall<Row>

export type Query<E extends v.ObjectEntries, R extends RowType> = Ask<E, RowIn<R>> & {
  readonly definition: AnyQuery
}

/** As the registry has it: arguments are parsed before `sql` gets them. */
export interface AnyQuery extends Omit<QueryDefinition, 'args' | 'sql' | 'page'> {
  args: Schema<v.ObjectEntries>
  sql(args: unknown, side: Side, only: readonly string[] | null): SqlText
  page?: PageOf<unknown, Readonly<Record<string, unknown>>>
}

/** Row of a query: `RowOf<typeof helpWindow>` */
export type RowOf<Q extends (args: never) => QueryCall> = Q extends (args: never) => QueryCall<infer Row> ? Row : never

const defined = new Map<string, AnyQuery>()

/** Of a query that a module of this program declares: whoever can ask it has its definition, without all others. */
export const definitionOf = (name: string): AnyQuery | undefined => defined.get(name)

export function defineQuery<E extends v.ObjectEntries, R extends RowType>(
  definition: QueryDefinition<E, R>,
): Query<E, R> {
  const { name, args } = definition
  const own = { ...definition, args: v.strictObject(args) } as unknown as AnyQuery
  defined.set(name, own)
  let version: string | undefined
  const ask = (given: Readonly<Record<string, unknown>> = {}): QueryCall => ({
    name,
    // In one order, so that equal questions have equal keys.
    args: Object.fromEntries(Object.keys(args).map((key) => [key, given[key]])),
    version: (version ??= versionOf(own)),
  })
  return Object.assign(ask, { definition: own }) as unknown as Query<E, R>
}

const noId: ExampleId = () => '00000000-0000-0000-0000-000000000000'

function versionOf({ row, sql, example }: AnyQuery): string {
  return shortHash(JSON.stringify([row, sql(example?.(noId) ?? {}, 'device', null).text]))
}

/** Equal keys ask the same. */
export const queryKey = ({ name, version, args }: QueryCall) => JSON.stringify([name, version, args])
