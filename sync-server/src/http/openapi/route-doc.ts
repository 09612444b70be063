// What OpenAPI tells of a route; collected where routes are mounted, so that it can't be forgotten.
import type * as v from 'valibot'

export interface RouteDoc {
  method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete'
  /** Hono path below /api. */
  path: string
  /** A line. */
  summary: string
  /** What the line has no place for. */
  description?: string
  body?: v.GenericSchema
  /** A multipart body, by field; beside `body` or instead of it. */
  form?: Readonly<Record<string, FormField>>
  query?: v.ObjectSchema<v.ObjectEntries, undefined>
  /** HTTP status of success. */
  status: 200 | 201 | 202 | 204
  /** The JSON of success. */
  answer?: v.GenericSchema
  public?: boolean
  /** Behind a connection's token in place of a session. */
  token?: true
}

/** 's': it may come several times. */
export type FormField = 'file' | 'files' | 'text' | 'texts'
