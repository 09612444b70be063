// What became of a campaign: numbers that add up, each with the people behind it, by version and by cause. Read from the server; the campaign
// itself is on the device and says when there is news.
import { Trans, useLingui } from '@lingui/react/macro'
import { campaignById } from 'db/campaigns/queries.ts'
import { useEffect, useState } from 'react'
import { ResourcePage } from '../../../components/resource-list/resource-page.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { Progress } from '../../../components/ui/progress.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { ServerNote } from '../../../desk/server/server-note.tsx'
import { useAnswered } from '../../../desk/server/use-online.ts'
import { useServerData } from '../../../desk/server/use-server-data.ts'
import { formatDateTime } from '../../../lib/text/date-time.ts'
import { useQuery } from '../../../sync/client.ts'
import { BackToCampaigns } from '../back.tsx'
import { report, type Report } from '../answers.ts'
import { dateOf, type CampaignRow } from '../campaign-row.ts'
import { ReportNumbers } from './report-numbers.tsx'
import { ReportPeople, type Shown } from './report-people.tsx'
import { ReportTables } from './report-tables.tsx'
import { statusLooks, statusWords, stopWords, waitWords } from '../words.ts'

/** Receipts and answers come after the row's last change. */
const lookMs = 5_000

export function ReportPage({ campaignId }: { campaignId: string }) {
  const { t } = useLingui()
  const [campaign] = useQuery(campaignById({ id: campaignId })).rows
  const server = useServerData(`/campaigns/${campaignId}/report`, report)
  const { reload } = server
  const changed = campaign?.updatedAt.getTime()
  useEffect(() => {
    if (changed !== undefined) reload()
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), lookMs)
    return () => clearInterval(timer)
  }, [changed, reload])
  const [shown, setShown] = useState<Shown | null>(null)
  return (
    <>
      <ResourcePage
        title={campaign?.name ?? t`Campanha`}
        purpose={campaign && <State campaign={campaign} />}
        back={<BackToCampaigns />}
        action={null}
      >
        <div className="flex flex-1 flex-col gap-6">
          <ServerNote {...server} />
          <Contents data={server.data} campaign={campaign} onShow={setShown} />
        </div>
      </ResourcePage>
      {shown && (
        <ReportPeople
          campaignId={campaignId}
          name={campaign?.name ?? ''}
          shown={shown}
          onClosed={() => setShown(null)}
        />
      )}
    </>
  )
}

function State({ campaign }: { campaign: CampaignRow }) {
  const { t } = useLingui()
  const { status, connectionName, listName, tagName, startedAt, completedAt } = campaign
  const scheduled = dateOf(campaign.scheduledAt)
  const facts = [
    connectionName,
    listName ?? tagName,
    scheduled && t`agendada para ${formatDateTime(scheduled)}`,
    startedAt && t`começou ${formatDateTime(startedAt)}`,
    completedAt && t`terminou ${formatDateTime(completedAt)}`,
  ].filter(Boolean)
  return (
    <span className="mt-1 flex flex-wrap items-center gap-2 text-sm">
      <Badge shape="label" variant={statusLooks[status]}>
        {statusWords(status)}
      </Badge>
      <span className="tabular">{facts.join(' · ')}</span>
    </span>
  )
}

interface ContentsProps {
  data: Report | null
  campaign: CampaignRow | undefined
  onShow(shown: Shown): void
}

function Contents({ data, campaign, onShow }: ContentsProps) {
  const answered = useAnswered()
  if (!data) return answered ? <Skeleton className="h-64 rounded-lg" /> : null
  const [delivered, valid] = [data.delivered.toLocaleString(), data.valid.toLocaleString()]
  const share = data.valid === 0 ? 0 : Math.floor((100 * data.delivered) / data.valid)
  return (
    <>
      {campaign?.status === 'EM_ANDAMENTO' && campaign.waitsFor !== null && (
        <Notice>{waitWords(campaign.waitsFor)}</Notice>
      )}
      {campaign?.status === 'CANCELADA' && campaign.stopReason !== null && (
        <Notice tone="danger">{stopWords(campaign.stopReason)}</Notice>
      )}
      <section className="flex flex-col gap-2">
        <p className="text-lg font-semibold tabular">
          <Trans>
            {delivered} de {valid} entregues
          </Trans>{' '}
          <span className="font-normal text-muted">{share}%</span>
        </p>
        <Progress value={data.delivered} max={data.valid} className="h-2" />
      </section>
      <ReportNumbers data={data} asks={campaign?.confirmation ?? data.asked > 0} onShow={onShow} />
      <ReportTables data={data} onShow={onShow} />
    </>
  )
}
