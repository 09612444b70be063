import { useLingui } from '@lingui/react/macro'
import { Badge } from '../../../components/ui/badge.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { Tab, Tabs, TabsList } from '../../../components/ui/tabs.tsx'
import { useActor } from '../../../lib/actor-context.tsx'
import { useQuery } from '../../../sync/client.ts'
import { useListView, type OpenTab } from '../list-view.tsx'
import { ticketCounts } from '../queries.ts'

interface TicketTabsProps {
  /** For those who may see everybody's open tickets. */
  everyone: { on: boolean; set(on: boolean): void } | null
}

export function TicketTabs({ everyone }: TicketTabsProps) {
  const { t } = useLingui()
  const { userId } = useActor()
  const { closed, setClosed, open, setOpen } = useListView()
  const counts = useQuery(ticketCounts(userId)).rows[0]
  return (
    <>
      <div className="flex items-center border-b border-line pr-3">
        <Tabs
          value={closed ? 'closed' : 'open'}
          onValueChange={(tab) => setClosed(tab === 'closed')}
          className="flex-1"
        >
          <TabsList variant="line" aria-label={t`Situação`} className="-mb-px border-b-0 px-3">
            <Tab variant="line" value="open">{t`Abertos`}</Tab>
            <Tab variant="line" value="closed">{t`Resolvidos`}</Tab>
          </TabsList>
        </Tabs>
        {everyone && !closed && open === 'mine' && (
          <Switch label={t`Ver todos`} checked={everyone.on} onChange={everyone.set} />
        )}
      </div>
      {!closed && (
        <Tabs value={open} onValueChange={(tab: OpenTab) => setOpen(tab)} className="px-3 py-2">
          <TabsList variant="segment" aria-label={t`Abertos`}>
            <Tab variant="segment" value="mine">
              {t`Atendendo`}
              <Badge>{(everyone?.on ? counts?.open : counts?.mine) ?? 0}</Badge>
            </Tab>
            <Tab variant="segment" value="pending">
              {t`Aguardando`}
              <Badge variant={counts && counts.pending > 0 ? 'accent' : 'neutral'}>{counts?.pending ?? 0}</Badge>
            </Tab>
          </TabsList>
        </Tabs>
      )}
    </>
  )
}
