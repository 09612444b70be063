// What OpenAPI tells of a route; collected where routes are mounted, so that it can't be forgotten.
import type * as v from 'valibot'

export interface RouteDoc {
  method: 'get' | 'head' | 'post' | 'put' | 'patch' | 'delete'
  /** Hono path below /api. */
  path: string
  summary: string
  body?: v.GenericSchema
  /** Of success. */
  answer?: v.GenericSchema
  query?: v.ObjectSchema<v.ObjectEntries, undefined>
  /** Of success. */
  status: 200 | 201 | 202 | 204
  public?: boolean
}
