import { AppError } from 'db/kit/errors.ts'
import { createMiddleware } from 'hono/factory'

/** No address has one: a database would refuse the text, and whatever is written in C would end it there. Bodies: db/kit/texts/storable.ts. */
export const refuseNul = createMiddleware(async (c, next) => {
  if (c.req.url.includes('%00')) throw new AppError('ERR_VALIDATION', { root: ['NUL'] })
  await next()
})
