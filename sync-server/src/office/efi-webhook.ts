// Where Efí tells of payments: POST /pix/efi/<secret>, to whose end it adds /pix. The secret is all that Efí shows of itself, and nothing of
// the body is believed: of each charge that it names Efí is asked what was paid. Invariant: an answer of 200 means that all of it is in the
// ledger; after any other Efí tells it again.
import { AppError } from 'db/kit/errors.ts'
import { readWebhook } from 'db/node/pix/efi-answers.ts'
import { openEfi, settle } from 'db/node/pix/open-provider.ts'
import { PixError } from 'db/node/pix/provider.ts'
import { pixCharges } from 'db/billing/table.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { Hono, type Context } from 'hono'
import type { Services } from '../http/context.ts'
import type { RouteDoc } from '../http/openapi/route-doc.ts'
import { isSameSecret } from '../http/same-secret.ts'
import { readJson, type BodyLimits } from '../http/read-json.ts'
import { pixSettings, toAppError } from './provider.ts'

/** Several hundred payments in one call. */
const webhookBody: BodyLimits = { size: 256 * 1024, values: 20_000, depth: 64 }

export const efiWebhookDocs: RouteDoc[] = ['/pix/efi/:secret', '/pix/efi/:secret/pix'].map((path) => ({
  method: 'post',
  path,
  summary: 'Efí tells of payments',
  status: 204,
  public: true,
}))

export function efiWebhookRoutes(services: Pick<Services, 'db' | 'env' | 'logger'>) {
  const app = new Hono()
  const hear = (c: Context) => listen(services, c)
  app.post('/:secret', hear)
  app.post('/:secret/pix', hear)
  return app
}

async function listen({ db, env, logger }: Pick<Services, 'db' | 'env' | 'logger'>, c: Context) {
  const efi = await openEfi(db.orm, pixSettings(env)).catch(noneConfigured)
  // To whoever does not know the address it is not there.
  if (!efi || !isSameSecret(c.req.param('secret') ?? '', efi.webhook)) throw new AppError('ERR_NOT_FOUND')
  const told = readWebhook(await readJson(c, webhookBody))
  const named = [...new Set(told.map(({ txid }) => txid))]
  const ours =
    named.length === 0
      ? []
      : await db.orm
          .select({ txid: pixCharges.txid })
          .from(pixCharges)
          .where(and(eq(pixCharges.provider, 'efi'), inArray(pixCharges.txid, named)))
  try {
    for (const { txid } of ours) await settle(db.orm, 'efi', await efi.provider.paymentsOf(txid), new Date())
  } catch (error) {
    logger.warn({ err: error }, 'Efí told of a payment that could not be looked at')
    throw toAppError(error)
  }
  return c.body(null, 204)
}

/** What else goes wrong, a database that is away, is said as such. */
function noneConfigured(error: unknown): null {
  if (error instanceof PixError) return null
  throw error
}
