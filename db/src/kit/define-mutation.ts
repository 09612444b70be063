// A mutation: a named change with its arguments, its permission and its effect on rows, declared once.
// The browser runs it on its local views at once; the server runs the same code and only its result is final.
// Invariant: names are for ever (old outboxes hold them); `run` is deterministic in (rows, args, context).
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { Actor } from './actor.ts'
import type { Effects } from './effects.ts'
import { AppError, errorStatus, type ErrorCode } from './errors.ts'
import type { Refusal } from './hold.ts'
import { storable } from './texts/storable.ts'

/** A Drizzle transaction on either side: postgres.js on the server, PGlite in the browser. */
export type Tx = PgDatabase<PgQueryResultHKT>

export interface MutationContext {
  actor: Actor
  /** Server time on the server; the device's clock in the browser, replaced when the server's row comes back. */
  now: Date
  /** Where it runs: the server locks rows that it is about to change, the browser has nothing to lock. */
  side: 'server' | 'client'
  /** Where the desk acts by itself: days after its due date in which a company still works. None said are none. */
  graceDays?: number
  /** Told of what is to happen outside of the rows. */
  effects: Effects
}

export type ArgsSchema = v.ObjectSchema<v.ObjectEntries, undefined> | v.StrictObjectSchema<v.ObjectEntries, undefined>

export interface RestRoute {
  method: 'post' | 'put' | 'delete'
  /** Hono path below /api; its params are merged into the args. */
  path: string
  /** One line for OpenAPI. */
  summary: string
  /** Where the body is not the arguments: its schema, and the arguments that it means, without the path's. */
  body?: v.StrictObjectSchema<v.ObjectEntries, undefined>
  argsOf?(body: Record<string, unknown>): object
}

export interface Mutation<Name extends string = string, Schema extends ArgsSchema = ArgsSchema> {
  name: Name
  args: Schema
  can(actor: Actor): boolean
  run(tx: Tx, args: v.InferOutput<Schema>, ctx: MutationContext): Promise<void>
  rest?: RestRoute
  /** Made by the app and not by a person: while it waits nobody is told. */
  quiet?: true
  /** Which later calls its refusal concerns. Left out: `row`. */
  refusal?: Refusal
  /**
   * Whether its refusal is worth no more words, since what it wished is so by now, or can't be any more. Asked on a device's views, when rows have
   * changed: a refused entry that is moot leaves the outbox.
   */
  isMoot?(tx: Tx, args: v.InferOutput<Schema>, refusal: { actor: Actor; code: ErrorCode }): Promise<boolean>
}

/** Of a deletion: what was not found is gone, or gone for whoever asked. */
export const isGone = async (_tx: Tx, _args: unknown, { code }: { code: ErrorCode }) => errorStatus[code] === 404

/** Identity with types; a mutation is plain data. */
export function defineMutation<const Name extends string, Schema extends ArgsSchema>(
  mutation: Mutation<Name, Schema>,
): Mutation<Name, Schema> {
  return mutation
}

/** Checks permission and arguments, then runs. @throws AppError ERR_NO_PERMISSION, ERR_VALIDATION or what `run` refuses. */
export async function runMutation(tx: Tx, mutation: Mutation, args: unknown, ctx: MutationContext) {
  if (!mutation.can(ctx.actor)) throw new AppError('ERR_NO_PERMISSION')
  await mutation.run(tx, parseArgs(mutation.args, args), ctx)
}

/** Whatever comes from outside comes through here. @throws AppError ERR_VALIDATION with `fields`: path → messages. */
export function parseArgs<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  return parseShape(schema, storable(input))
}

/** Values of what is named all that is wrong of it: a form's. */
const mostNamed = 1000

/** Whether there are more values in it, however deep. */
function isLargerThan(most: number, input: unknown): boolean {
  const left = [input]
  for (let seen = 0; left.length > 0; seen++) {
    if (seen + left.length > most) return true
    const value = left.pop()
    if (typeof value !== 'object' || value === null) continue
    const inner: unknown[] = Object.values(value)
    if (inner.length > most) return true
    left.push(...inner)
  }
  return false
}

/** Where each part is looked at again by itself, so that one that can't be kept is refused alone. @throws as `parseArgs` */
export function parseShape<Schema extends v.GenericSchema>(schema: Schema, input: unknown): v.InferOutput<Schema> {
  const first = v.safeParse(schema, input, { abortEarly: true })
  if (first.success) return first.output
  // Of a form all that is wrong is named. Of a hundred thousand values it would be as many issues: seconds of the only thread.
  const result = isLargerThan(mostNamed, input) ? first : v.safeParse(schema, input)
  if (result.success) return result.output
  const flat = v.flatten(result.issues)
  throw new AppError('ERR_VALIDATION', { fields: flat.nested ?? {}, ...(flat.root && { root: flat.root }) })
}
