// The Pix provider as routes use it.
import { AppError } from 'db/kit/errors.ts'
import { openProvider as open, type PixSettings } from 'db/node/pix/open-provider.ts'
import { PixError, type PixProvider } from 'db/node/pix/provider.ts'
import { keysOf, type Env } from '../env.ts'
import type { Services } from '../http/context.ts'

export const pixSettings = (env: Env): PixSettings => ({
  efiBaseUrl: env.EFI_BASE_URL,
  efiCa: env.EFI_CA,
  keys: keysOf(env),
})

/** @throws AppError ERR_PAYMENT_NOT_CONFIGURED */
export async function openProvider({ db, env }: Pick<Services, 'db' | 'env'>): Promise<PixProvider> {
  try {
    return await open(db.orm, pixSettings(env))
  } catch (error) {
    throw toAppError(error)
  }
}

/** What a person is told of it; its own words are for the log. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof PixError)) return error
  return new AppError(error.kind === 'unavailable' ? 'ERR_PAYMENT_UNAVAILABLE' : 'ERR_PAYMENT_NOT_CONFIGURED')
}
