// The three ordinary mutations of a plain resource: make, change, remove. A change says for each field what the editor saw, so that
// edits that met are merged field by field; a field that both changed refuses the edit with both values (ERR_CONFLICT).
// Invariant: only the columns that are named here can be written.
import { and, eq, getTableColumns, ne } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Actor } from './actor.ts'
import { idArg } from './columns.ts'
import { defineMutation, type Mutation, type MutationContext, type Tx } from './define-mutation.ts'
import type { IdTable, SyncedTable } from './define-table.ts'
import { AppError, type ErrorCode } from './errors.ts'
import { mustFind } from './find.ts'
import { mergeChanges, type Change } from './merge-changes.ts'

/** Writable columns by their key in the table. */
type Columns = Record<string, v.GenericSchema>

type CreateArgs<C extends Columns> = v.StrictObjectSchema<{ id: typeof idArg } & C, undefined>

type ChangeSchema<S extends v.GenericSchema> = v.StrictObjectSchema<
  { from: v.OptionalSchema<v.UnknownSchema, undefined>; to: S },
  undefined
>
type ChangesSchema<C extends Columns> = v.StrictObjectSchema<
  { [K in keyof C]: v.OptionalSchema<ChangeSchema<C[K]>, undefined> },
  undefined
>
type UpdateArgs<C extends Columns> = v.StrictObjectSchema<{ id: typeof idArg; changes: ChangesSchema<C> }, undefined>
type RemoveArgs = v.StrictObjectSchema<{ id: typeof idArg }, undefined>

export interface Crud<Noun extends string, C extends Columns> {
  create: Mutation<`${Noun}.create`, CreateArgs<C>>
  update: Mutation<`${Noun}.update`, UpdateArgs<C>>
  remove: Mutation<`${Noun}.delete`, RemoveArgs>
}

export interface CrudOptions<Noun extends string, T extends IdTable, C extends Columns> {
  /** First part of the mutations' names. */
  noun: Noun
  synced: SyncedTable<T>
  columns: C
  /** Columns that no two rows of a company share. The database holds it; asking first gives the better answer. */
  unique: readonly { column: keyof C & string; code: ErrorCode }[]
  can(actor: Actor): boolean
  notFound: ErrorCode
  /** `/queue` gives POST /queue, PUT and DELETE /queue/:id. */
  path: string
  /** For OpenAPI: "queue". */
  title: string
}

export function crud<const Noun extends string, T extends IdTable, C extends Columns>(
  options: CrudOptions<Noun, T, C>,
): Crud<Noun, C> {
  const { noun, synced, columns, can, notFound, path, title } = options
  const table = synced.table as PgTable & { id: PgColumn }

  const create = defineMutation<`${Noun}.create`, CreateArgs<C>>({
    name: `${noun}.create`,
    args: v.strictObject({ id: idArg, ...columns }),
    can,
    async run(tx, args, ctx) {
      const row = args as Record<string, unknown>
      await assertUnique(tx, ctx, options, row, String(row['id']))
      const own = { companyId: ctx.actor.companyId, createdAt: ctx.now, updatedAt: ctx.now }
      await tx.insert(table).values({ ...row, ...own } as never)
    },
    rest: { method: 'post', path, summary: `Add a ${title}` },
  })

  const update = defineMutation<`${Noun}.update`, UpdateArgs<C>>({
    name: `${noun}.update`,
    args: v.strictObject({ id: idArg, changes: changesOf(columns) }),
    can,
    async run(tx, args, ctx) {
      const edit = args as { id: string; changes: Record<string, Change> }
      const row = await mustFind(tx, ctx, synced, edit.id, notFound)
      const values = valuesToWrite(row, edit.changes, ctx)
      await assertUnique(tx, ctx, options, values, edit.id)
      await tx
        .update(table)
        .set({ ...values, updatedAt: ctx.now })
        .where(eq(table.id, edit.id))
    },
    rest: {
      method: 'put',
      path: `${path}/:id`,
      summary: `Change a ${title}`,
      body: v.strictObject(mapValues(columns, (schema) => v.optional(schema))),
      argsOf: (body) => ({ changes: mapValues(body, (to) => ({ to })) }),
    },
  })

  const remove = defineMutation<`${Noun}.delete`, RemoveArgs>({
    name: `${noun}.delete`,
    args: v.strictObject({ id: idArg }),
    can,
    async run(tx, { id }, ctx) {
      await mustFind(tx, ctx, synced, id, notFound)
      await tx.delete(table).where(eq(table.id, id))
    },
    rest: { method: 'delete', path: `${path}/:id`, summary: `Delete a ${title}` },
  })
  return { create, update, remove }
}

/** The schema of an edit's `changes`: for each field what its author saw and what it becomes. */
export function changesOf<C extends Columns>(columns: C): ChangesSchema<C> {
  const each = mapValues(columns, (to) => v.optional(v.strictObject({ from: v.optional(v.unknown()), to })))
  return v.strictObject(each) as unknown as ChangesSchema<C>
}

/** On a device the edit shows as its author made it: whether it meets another is for the server to say. */
export function valuesToWrite(row: object, changes: object, { side }: MutationContext) {
  const edits = changes as Record<string, Change>
  if (side === 'client') return mapValues(edits, ({ to }) => to)
  const { values, conflicts } = mergeChanges(row as Record<string, unknown>, edits)
  if (Object.keys(conflicts).length > 0) throw new AppError('ERR_CONFLICT', { conflicts })
  return values
}

async function assertUnique<Noun extends string, T extends IdTable, C extends Columns>(
  tx: Tx,
  ctx: MutationContext,
  { synced, unique }: CrudOptions<Noun, T, C>,
  values: Readonly<Record<string, unknown>>,
  id: string,
) {
  const table: PgTable = synced.table
  const all: Record<string, PgColumn> = getTableColumns(table)
  for (const { column, code } of unique) {
    const of = all[column]
    if (!of || !(column in values)) continue
    const [other] = await tx
      .select({ id: synced.table.id })
      .from(table)
      .where(and(synced.scope(ctx.actor), eq(of, values[column]), ne(synced.table.id, id)))
      .limit(1)
    if (other) throw new AppError(code, { field: column })
  }
}

function mapValues<V, R>(record: Readonly<Record<string, V>>, map: (value: V) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}
