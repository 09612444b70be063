// Refuses requests that name no URL: whoever sends the header Host says a part of it, and nothing behind this could read the rest.
import { AppError } from 'db/kit/errors.ts'
import { createMiddleware } from 'hono/factory'

export const requireUrl = createMiddleware(async (c, next) => {
  if (!URL.canParse(c.req.url)) throw new AppError('ERR_VALIDATION', { fields: { host: ['Invalid'] } })
  await next()
})
