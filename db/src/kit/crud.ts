// The three ordinary mutations of a plain resource: make, change, remove. A change says for each field what the editor saw, so that
// edits that met are merged field by field; a field that both changed refuses the edit with both values (ERR_CONFLICT).
// A field may also be rows of a joining table, and a resource may have rules that look beyond one row (`settle`).
// Invariant: only the fields that are named here can be written.
import { and, eq, getTableColumns, ne } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Actor } from './actor.ts'
import { idArg } from './args.ts'
import { defineMutation, isGone, type Mutation, type MutationContext, type Tx } from './define-mutation.ts'
import type { IdTable, SyncedTable } from './define-table.ts'
import { AppError, type ErrorCode } from './errors.ts'
import { mustFind } from './find.ts'
import type { JoinedField } from './sql/joined-ids.ts'
import { isSame, mergeChanges, type Change } from './merge-changes.ts'

/** Writable columns by their key in the table. */
type Columns = Record<string, v.GenericSchema>

/** `D`: those that have a default. */
type CreateArgs<C extends Columns, D extends keyof C> = v.StrictObjectSchema<
  { id: typeof idArg } & Omit<C, D> & { [K in D]: v.OptionalSchema<C[K], v.InferInput<C[K]>> },
  undefined
>

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

export interface Crud<Noun extends string, C extends Columns, D extends keyof C> {
  create: Mutation<`${Noun}.create`, CreateArgs<C, D>>
  update: Mutation<`${Noun}.update`, UpdateArgs<C>>
  remove: Mutation<`${Noun}.delete`, RemoveArgs>
}

type Values<C extends Columns> = { [K in keyof C]: v.InferOutput<C[K]> }

export interface CrudOptions<Noun extends string, T extends IdTable, C extends Columns, D extends keyof C & string> {
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
  /** What a new one has where its maker says nothing. */
  defaults?: { [K in D]: v.InferInput<C[K]> }
  /** Columns of a new row that nobody chooses. */
  initial?(ctx: MutationContext): object
  /** Fields that are rows of a joining table. */
  joined?: { [K in keyof C]?: JoinedField<v.InferOutput<C[K]>> }
  /** Before anything is read, on the server: what two people must not do at the same time. */
  lock?(tx: Tx, ctx: MutationContext): Promise<void>
  /** Rules beyond one field: refuses `next`, or returns what of it is to be otherwise. `before` is null of a new one. */
  settle?(
    tx: Tx,
    ctx: MutationContext,
    row: { id: string; next: Values<C>; before: Values<C> | null },
  ): Promise<Partial<Values<C>>>
}

export function crud<
  const Noun extends string,
  T extends IdTable,
  C extends Columns,
  D extends keyof C & string = never,
>(options: CrudOptions<Noun, T, C, D>): Crud<Noun, C, D> {
  const { noun, synced, columns, can, notFound, path, title } = options
  const table = synced.table as PgTable & { id: PgColumn }
  const fields = fieldsOf(options)

  const create = defineMutation<`${Noun}.create`, CreateArgs<C, D>>({
    name: `${noun}.create`,
    args: v.strictObject({ id: idArg, ...columns, ...optional(columns, options.defaults) }) as unknown as CreateArgs<
      C,
      D
    >,
    can,
    async run(tx, args, ctx) {
      const { id, ...given } = args as { id: string } & Record<string, unknown>
      await fields.lock(tx, ctx)
      await assertUnique(tx, ctx, options, given, id)
      const values = { ...given, ...(await fields.settle(tx, ctx, { id, next: given, before: null })) }
      const own = { id, companyId: ctx.actor.companyId, createdAt: ctx.now, updatedAt: ctx.now }
      await tx.insert(table).values({ ...options.initial?.(ctx), ...fields.columns(values), ...own } as never)
      await fields.writeJoined(tx, ctx, id, values)
    },
    rest: { method: 'post', path, summary: `Add a ${title}` },
  })

  const update = defineMutation<`${Noun}.update`, UpdateArgs<C>>({
    name: `${noun}.update`,
    refusal: 'edit',
    args: v.strictObject({ id: idArg, changes: changesOf(columns) }),
    can,
    async run(tx, args, ctx) {
      const edit = args as { id: string; changes: Record<string, Change> }
      await fields.lock(tx, ctx)
      const before = await fields.read(tx, edit.id, await mustFind(tx, ctx, synced, edit.id, notFound))
      const changed = valuesToWrite(before, edit.changes, ctx)
      // Values that the row has by now are no change, and no rule of changes applies to them.
      if (ctx.side === 'server' && Object.entries(changed).every(([key, to]) => isSame(to, before[key]))) return
      await assertUnique(tx, ctx, options, changed, edit.id)
      const next = { ...before, ...changed }
      const values = { ...changed, ...(await fields.settle(tx, ctx, { id: edit.id, next, before })) }
      await tx
        .update(table)
        .set({ ...fields.columns(values), updatedAt: ctx.now })
        .where(eq(table.id, edit.id))
      await fields.writeJoined(tx, ctx, edit.id, values)
    },
    rest: {
      method: 'put',
      path: `${path}/:id`,
      summary: `Change a ${title}`,
      body: v.strictObject(mapValues(columns, (schema) => v.optional(schema))),
      argsOf: (body) => ({ changes: mapValues(body, (to) => ({ to })) }),
    },
  })

  return { create, update, remove: removal(options, fields) }
}

function removal<Noun extends string, T extends IdTable, C extends Columns, D extends keyof C & string>(
  { noun, synced, can, notFound, path, title }: CrudOptions<Noun, T, C, D>,
  fields: Pick<ReturnType<typeof fieldsOf>, 'lock'>,
) {
  const table = synced.table as PgTable & { id: PgColumn }
  return defineMutation<`${Noun}.delete`, RemoveArgs>({
    name: `${noun}.delete`,
    refusal: 'alone',
    isMoot: isGone,
    args: v.strictObject({ id: idArg }),
    can,
    async run(tx, { id }, ctx) {
      await fields.lock(tx, ctx)
      await mustFind(tx, ctx, synced, id, notFound)
      await tx.delete(table).where(eq(table.id, id))
    },
    rest: { method: 'delete', path: `${path}/:id`, summary: `Delete a ${title}` },
  })
}

/** The schema of an edit's `changes`: for each field what its author saw and what it becomes. */
export function changesOf<C extends Columns>(columns: C): ChangesSchema<C> {
  const each = mapValues(columns, (to) => v.optional(v.strictObject({ from: v.optional(v.unknown()), to })))
  return v.strictObject(each) as unknown as ChangesSchema<C>
}

type FieldValues = Record<string, unknown>

/** The optional parts of a resource, as its mutations use them. */
function fieldsOf<Noun extends string, T extends IdTable, C extends Columns, D extends keyof C & string>(
  options: CrudOptions<Noun, T, C, D>,
) {
  const joined = Object.entries<JoinedField<unknown> | undefined>(options.joined ?? {})
  const settle = options.settle as
    | ((tx: Tx, ctx: MutationContext, row: { id: string; next: object; before: object | null }) => Promise<FieldValues>)
    | undefined
  return {
    async lock(tx: Tx, ctx: MutationContext) {
      if (ctx.side === 'server') await options.lock?.(tx, ctx)
    },
    async settle(tx: Tx, ctx: MutationContext, row: { id: string; next: FieldValues; before: FieldValues | null }) {
      return (await settle?.(tx, ctx, row)) ?? {}
    },
    async read(tx: Tx, id: string, row: object): Promise<FieldValues> {
      const ids = await Promise.all(joined.map(async ([key, field]) => [key, await field?.read(tx, id)] as const))
      return { ...row, ...Object.fromEntries(ids) }
    },
    columns: (values: FieldValues) =>
      Object.fromEntries(Object.entries(values).filter(([key]) => !joined.some(([name]) => name === key))),
    async writeJoined(tx: Tx, ctx: MutationContext, id: string, values: FieldValues) {
      for (const [key, field] of joined) {
        if (key in values) await field?.write(tx, ctx, id, values[key])
      }
    },
  }
}

function optional(columns: Columns, defaults: object = {}) {
  const known = Object.entries(columns).filter(([key]) => key in defaults)
  return Object.fromEntries(
    known.map(([key, schema]) => [key, v.optional(schema, defaults[key as keyof typeof defaults])]),
  )
}

/** On a device the edit shows as its author made it: whether it meets another is for the server to say. */
export function valuesToWrite(row: object, changes: object, { side }: MutationContext) {
  const edits = changes as Record<string, Change>
  if (side === 'client') return mapValues(edits, ({ to }) => to)
  const { values, conflicts } = mergeChanges(row as Record<string, unknown>, edits)
  if (Object.keys(conflicts).length > 0) throw new AppError('ERR_CONFLICT', { conflicts })
  return values
}

async function assertUnique<Noun extends string, T extends IdTable, C extends Columns, D extends keyof C & string>(
  tx: Tx,
  ctx: MutationContext,
  { synced, unique }: CrudOptions<Noun, T, C, D>,
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
