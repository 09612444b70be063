import { idArg } from 'db/kit/args.ts'
import * as v from 'valibot'

/** An id in the address, which anybody may write: what is none is as if it were not there. */
export const idParam = v.optional(v.fallback(v.optional(idArg), undefined))
