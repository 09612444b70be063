// Rows that a campaign still needs, which will send or is sending.
import { and, eq, inArray } from 'drizzle-orm'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError, type ErrorCode } from '../kit/errors.ts'
import { campaigns } from './table.ts'

const codes = {
  contactListId: 'ERR_CONTACT_LIST_IN_USE',
  fileListId: 'ERR_FILE_LIST_IN_USE',
} as const satisfies Record<string, ErrorCode>

/** Before it is deleted. @throws AppError with the name of a campaign that needs it */
export async function assertNoCampaignNeeds(
  tx: Tx,
  { actor }: MutationContext,
  column: keyof typeof codes,
  id: string,
) {
  const [using] = await tx
    .select({ name: campaigns.name })
    .from(campaigns)
    .where(
      and(
        eq(campaigns[column], id),
        eq(campaigns.companyId, actor.companyId),
        inArray(campaigns.status, ['PROGRAMADA', 'EM_ANDAMENTO']),
      ),
    )
    .limit(1)
  if (using) throw new AppError(codes[column], { campaign: using.name })
}
