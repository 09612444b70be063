import type { MutationContext } from './define-mutation.ts'
import type { Effects } from './effects.ts'

/** Where the desk itself acts for a company, on the server: now, unless it says otherwise. */
export const systemContext = (
  companyId: string,
  effects: Effects,
  clock: Partial<Pick<MutationContext, 'now' | 'graceDays'>> = {},
): MutationContext => ({ actor: { kind: 'system', companyId }, now: new Date(), side: 'server', effects, ...clock })
