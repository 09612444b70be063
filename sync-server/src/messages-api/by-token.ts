// Who calls the messages API: the connection whose token it is, of which only the hash is known here. Invariants: what company and connection are
// follows from the token alone; plan and standing are looked at with every call, so that a token is worth nothing without them.
import { assertGoodStanding } from 'db/companies/rules.ts'
import { companies } from 'db/companies/table.ts'
import { connections } from 'db/connections/table.ts'
import { AppError } from 'db/kit/errors.ts'
import type { Database } from 'db/node/connect.ts'
import { hashToken } from 'db/node/hash-token.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { createMiddleware } from 'hono/factory'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { consume } from '../http/consume.ts'
import type { Services } from '../http/context.ts'
import { addressBlock, clientAddress } from '../http/login/client-address.ts'
import { bearerOf } from '../http/login/require-session.ts'
import { isToken } from './token.ts'

export interface ByToken {
  Variables: { caller: { companyId: string; connectionId: string } }
}

/** From one address in a minute: a token that was changed is tried some times until somebody sees it. */
const wrongTokens = { points: 60, duration: 60 }

export function requireToken({ db, env, admission }: Pick<Services, 'db' | 'env' | 'admission'>) {
  const wrong = new RateLimiterMemory(wrongTokens)
  return createMiddleware<ByToken>(async (c, next) => {
    const found = await connectionOf(db, bearerOf(c.req.header('authorization')))
    if (!found) {
      await consume(wrong, addressBlock(clientAddress(c, env.TRUST_PROXY)))
      throw new AppError('ERR_INVALID_TOKEN')
    }
    const { connectionId, company } = found
    if (!company.features.includes('useExternalApi'))
      throw new AppError('ERR_PLAN_FEATURE', { feature: 'useExternalApi' })
    // What became of what was sent may be asked for by whoever owes, too.
    if (c.req.method !== 'GET') assertGoodStanding(company, new Date(), env.GRACE_DAYS)
    c.set('caller', { companyId: company.id, connectionId })
    return admission.enterAs({ companyId: company.id, userId: connectionId }, c, next)
  })
}

async function connectionOf({ orm }: Database, token: string | undefined) {
  if (token === undefined || !isToken(token)) return undefined
  const [found] = await orm
    .select({ connectionId: connections.id, company: companies })
    .from(connections)
    .innerJoin(companies, eq(companies.id, connections.companyId))
    .where(and(eq(connections.tokenHash, hashToken(token)), isNull(connections.deletedAt)))
  return found
}
