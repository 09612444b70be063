// What super users alone are asked for: the operator's office. To anybody else it is not there.
import { AppError } from 'db/kit/errors.ts'
import { createMiddleware } from 'hono/factory'
import type { Authenticated } from '../http/context.ts'

export const assertSuper = createMiddleware<Authenticated>(async (c, next) => {
  if (!c.get('actor').super) throw new AppError('ERR_NOT_FOUND')
  await next()
})
