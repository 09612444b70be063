// For requests that wait: they end with the login of who asked, and deliver nothing that came after its end.
import type { UserActor } from 'db/kit/actor.ts'
import type { Context } from 'hono'
import type { Authenticated, Services } from '../context.ts'
import { goneError } from './session.ts'

export interface Waiting {
  /** Aborted when the login ends or the client leaves. */
  signal: AbortSignal
  /**
   * The result of `work`, if the login is still there then, and who asks by then. @throws AppError ERR_SESSION_REVOKED or ERR_SESSION_REPLACED, as
   * soon as it is not
   */
  result<T>(work: Promise<T>): Promise<{ result: T; actor: UserActor }>
  /** Nothing waits any more. */
  release(): void
}

export function waitLoggedIn({ db, sessionEnds }: Services, c: Context<Authenticated>): Waiting {
  const loginId = c.get('loginId')
  const { ended, release } = sessionEnds.follow(loginId)
  const { promise: end, reject } = Promise.withResolvers<never>()
  end.catch(() => undefined)
  // Each device waits again with every change: `AbortSignal.any` leaves much behind.
  const either = new AbortController()
  const { signal: client } = c.req.raw
  const leave = () => either.abort()
  client.addEventListener('abort', leave, { once: true })
  ended.addEventListener('abort', () => {
    leave()
    reject(new Error('the login ended'))
  })
  if (client.aborted) leave()
  return {
    signal: either.signal,
    async result(work) {
      try {
        const result = await Promise.race([work, end])
        // The end and the news may be told in any order.
        const [isAlive, actor] = await Promise.all([sessionEnds.isAlive(loginId), c.get('actorNow')()])
        if (isAlive) return { result, actor }
      } catch (error) {
        if (!ended.aborted) throw error
      }
      throw await goneError(db, loginId)
    },
    release() {
      client.removeEventListener('abort', leave)
      release()
    },
  }
}
