import { t } from '@lingui/core/macro'
import { campaignById } from 'db/campaigns/queries.ts'
import { cutText } from 'db/kit/cut-text.ts'
import { NewRow } from '../../resource/edit-row.tsx'
import { useQuery } from '../../sync/client.ts'
import type { CampaignRow } from './campaign-row.ts'
import { campaigns } from './campaigns.tsx'

/** A new campaign, or another like `copy`. */
export function NewCampaign({ copy }: { copy: string | null }) {
  return copy === null ? <NewRow resource={campaigns} /> : <Copy id={copy} />
}

function Copy({ id }: { id: string }) {
  const { rows, ready } = useQuery(campaignById({ id }))
  const [like] = rows
  if (!ready) return null
  return <NewRow resource={campaigns} {...(like && { values: copyOf(like) })} />
}

/** As a name has at most, with the ellipsis of what is cut. */
const copiedName = (name: string) =>
  name.length <= 50 ? name : cutText(name, 49, { max: 49, of: ({ length }) => length })

/** What was written and chosen; its time and what became of it are not. */
export function copyOf(campaign: CampaignRow): Partial<CampaignRow> {
  const { id: _, scheduledAt: __, status: ___, name, ...rest } = campaign
  return { ...rest, name: copiedName(t`Cópia de ${name}`), scheduledAt: null, status: 'INATIVA' }
}
