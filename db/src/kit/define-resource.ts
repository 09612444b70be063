// A resource of the ordinary kind: a synced table whose rows people make, change and remove, said once on this side. The registries of
// tables, mutations and queries, REST's lists, and what the contract loops and the simulation try come from it; what its screen says is
// `Resource` in web/src/resource.
import type { PgColumn } from 'drizzle-orm/pg-core'
import type * as v from 'valibot'
import type { ArgsSchema, Mutation } from './define-mutation.ts'
import type { ExampleId } from './define-query.ts'
import type { SyncedTable } from './define-table.ts'
import type { ErrorCode } from './errors.ts'
import type { SqlText } from './sql/sql-text.ts'

/** How REST lists the rows as they are. */
export interface RestList {
  /** Path of the list, as '/tags'; one of its rows is at /:id below it. */
  path: string
  /** Ordered by, and then by id; before them `first`, in lists that have no pages. */
  orderBy: PgColumn
  first?: PgColumn
  search: readonly PgColumn[]
  notFound: ErrorCode
  /** Key of the rows in the list's answer; null answers the bare array, without pages. */
  envelope: string | null
  /** Also all of them as a bare array, at /list. */
  all?: true
}

interface ExampleGiven {
  /** The id of a row that there is, by the noun of its resource. */
  of: ExampleId
  /** A word that is unique, for values that no two rows may share. */
  word: string
}

type Values<Schema extends ArgsSchema> = Omit<v.InferInput<Schema>, 'id'>

/** Values that the mutations take, `id` apart. */
interface Examples<Create extends ArgsSchema> {
  /** Values of a row that is there before a contract test begins. */
  one: Values<Create>
  /** Values of a second row, which a test adds beside the first. */
  another: Values<Create>
  /** What of `one` somebody changes. */
  change: Partial<Values<Create>>
}

export interface Resource<
  Noun extends string = string,
  Create extends ArgsSchema = ArgsSchema,
  Update extends ArgsSchema = ArgsSchema,
  Remove extends ArgsSchema = ArgsSchema,
> {
  /** First part of its mutations' and queries' names. */
  noun: Noun
  /** `id` and `name` of its rows, as somebody calls them. */
  names: SqlText
  synced: SyncedTable
  mutations: readonly [
    Mutation<`${Noun}.create`, Create>,
    Mutation<`${Noun}.update`, Update>,
    Mutation<`${Noun}.delete`, Remove>,
  ]
  /** Whatever a queries file exports. */
  queries: object
  /** None where the specification shows it in a way of its own. */
  list?: RestList
  example(given: ExampleGiven): Examples<Create>
  /** Rows have no company: the operator's super users keep them for all. */
  ofEverybody?: true
}

/** Identity with types; a resource is plain data. */
export function defineResource<
  const Noun extends string,
  Create extends ArgsSchema,
  Update extends ArgsSchema,
  Remove extends ArgsSchema,
>(resource: Resource<Noun, Create, Update, Remove>): Resource<Noun, Create, Update, Remove> {
  return resource
}

/** As loops over all of them have it: whose arguments they are is for the mutations to parse. */
export type AnyResource = Omit<Resource, 'mutations' | 'example'> & {
  mutations: readonly Mutation[]
  example(given: ExampleGiven): { one: object; another: object; change: object }
}
