// Refuses apps that are too old to understand the answers. Other callers of the API don't say what they speak and are served.
// Invariant: what an old app still has to deliver (mutations and their files) is never refused for its age.
import { clientHeader } from 'db/kit/client-protocol.ts'
import { AppError } from 'db/kit/errors.ts'
import { createMiddleware } from 'hono/factory'

const deliveries = /^\/api\/(mutations|uploads|media)(\/|$)/

export const requireClient = (oldest: number) =>
  createMiddleware(async (c, next) => {
    const spoken = c.req.header(clientHeader)
    const isTooOld = spoken !== undefined && !(Number(spoken) >= oldest)
    if (isTooOld && !deliveries.test(c.req.path)) throw new AppError('ERR_UPDATE_REQUIRED')
    await next()
  })
