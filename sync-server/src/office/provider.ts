// Who takes money for the operator: as the installation says.
import { installation } from 'db/billing/table.ts'
import { AppError } from 'db/kit/errors.ts'
import { createManual } from 'db/node/pix/manual.ts'
import { PixError, type PixProvider } from 'db/node/pix/provider.ts'
import type { Services } from '../http/context.ts'

/** @throws AppError ERR_PAYMENT_NOT_CONFIGURED */
export async function openProvider({ db }: Pick<Services, 'db'>): Promise<PixProvider> {
  const [row] = await db.orm.select().from(installation)
  if (!row || row.pixKey === '') throw new AppError('ERR_PAYMENT_NOT_CONFIGURED')
  try {
    return createManual({ key: row.pixKey, name: row.pixName, city: row.pixCity })
  } catch (error) {
    throw toAppError(error)
  }
}

/** What a person is told of it; its own words are for the log. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof PixError)) return error
  if (error.kind === 'unavailable') return new AppError('ERR_PAYMENT_UNAVAILABLE')
  return new AppError('ERR_PAYMENT_NOT_CONFIGURED')
}
