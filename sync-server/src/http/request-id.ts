// The header Idempotency-Key: a repeated request names the same mutation and the same new row, so it has no second effect.
import { idArg } from 'db/kit/args.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { newId } from 'db/kit/new-id.ts'
import type { Context } from 'hono'

/** The caller's key, else a new id. @throws AppError ERR_VALIDATION when it is no UUID */
export function requestId(c: Context): string {
  const key = c.req.header('idempotency-key')
  return key === undefined ? newId() : parseArgs(idArg, key)
}

/** The `n`th id after `id`, in order: for what one request makes beside its first. */
export function idAfter(id: string, n: number): string {
  const last = (BigInt(`0x${id.slice(-12)}`) + BigInt(n)) & 0xffff_ffff_ffffn
  return id.slice(0, -12) + last.toString(16).padStart(12, '0')
}
