import { t } from '@lingui/core/macro'
import { cutText } from 'db/kit/texts/cut-text.ts'
import type { CampaignRow } from './campaign-row.ts'

/** As a name has at most, with the ellipsis of what is cut. */
const copiedName = (name: string) =>
  name.length <= 50 ? name : cutText(name, 49, { max: 49, of: ({ length }) => length })

/** What was written and chosen; its time and what became of it are not. */
export function copyOf(campaign: CampaignRow): Partial<CampaignRow> {
  const { id: _, scheduledAt: __, status: ___, name, ...rest } = campaign
  return { ...rest, name: copiedName(t`Cópia de ${name}`), scheduledAt: null, status: 'INATIVA' }
}
