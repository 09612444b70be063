// What engines of one database tell each other, through Postgres' own log: each has a slot of its own, so that each reads it in its place
// among the changes. Nobody has to know who else there is.
import * as v from 'valibot'
import type { ShapeDefinition } from '../shape.ts'

/** Of pg_logical_emit_message. */
export const prefix = 'balcao_shapes'

const handle = v.string()
const names = v.array(v.string())

const announcementSchema = v.variant('kind', [
  /** Its changes count from here on: whoever takes its snapshot does so only after this. */
  v.object({
    kind: v.literal('opened'),
    handle,
    schema: v.string(),
    name: v.string(),
    signature: v.string(),
    columns: names,
    where: v.nullable(v.string()),
    params: names,
    replica: v.picklist(['default', 'full']),
    log: v.picklist(['full', 'changes_only']),
  }),
  /** Its snapshot is complete: told before any client can be past it. */
  v.object({
    kind: v.literal('ready'),
    handle,
    moment: v.object({
      xmin: v.string(),
      xmax: v.string(),
      xip: names,
      lsn: v.union([v.number(), v.pipe(v.string(), v.digits())]),
    }),
    ends: v.array(v.number()),
    /** Its last change: who has that misses nothing that came before `opened`. */
    floor: v.string(),
  }),
  v.object({ kind: v.literal('removed'), handle }),
  /** Somebody begins, and would like to know what shapes there are. */
  v.object({ kind: v.literal('hello') }),
])

export type Announcement = v.InferOutput<typeof announcementSchema>
export type Opened = Extract<Announcement, { kind: 'opened' }>
export type Ready = Extract<Announcement, { kind: 'ready' }>

const letterSchema = v.object({ from: v.string(), seq: v.number(), items: v.array(announcementSchema) })

export type Letter = v.InferOutput<typeof letterSchema>

/** @throws Error for what no engine wrote. */
export const readLetter = (content: Buffer): Letter => v.parse(letterSchema, JSON.parse(content.toString('utf8')))

/** As an announcement, and a journal's record, name it. */
export function sourceOf({ table, columns, source, replica, log }: ShapeDefinition) {
  return { schema: table.schema, name: table.name, columns, ...source, replica, log }
}
