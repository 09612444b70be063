import { campaignById } from 'db/campaigns/queries.ts'
import { NewRow } from '../../resource/edit-row.tsx'
import { useQuery } from '../../sync/client.ts'
import { copyOf } from './copy-of.ts'
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
