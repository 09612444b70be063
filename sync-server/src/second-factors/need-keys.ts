import { AppError } from 'db/kit/errors.ts'
import type { KeyRing } from 'db/node/keys/cipher.ts'
import { keysOf } from '../env.ts'
import type { Services } from '../http/context.ts'

/** @throws AppError ERR_KEYS_NOT_CONFIGURED */
export function needKeys({ env }: Pick<Services, 'env'>): KeyRing {
  const keys = keysOf(env)
  if (!keys) throw new AppError('ERR_KEYS_NOT_CONFIGURED')
  return keys
}
