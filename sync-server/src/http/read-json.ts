import { AppError } from 'db/kit/errors.ts'
import type { Context } from 'hono'

/** The body as JSON. @throws AppError ERR_VALIDATION when it is none. */
export async function readJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json()
  } catch {
    throw new AppError('ERR_VALIDATION', { root: ['JSON'] })
  }
}
