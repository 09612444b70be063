import { ticketCounts } from 'db/tickets/list-queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '../../../components/ui/badge.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { Tab, Tabs, TabsList } from '../../../components/ui/tabs.tsx'
import { useActor } from '../../../lib/actor-context.tsx'
import { useKeptQuery } from '../../../lib/use-kept-query.ts'
import { useListView, type OpenTab, type View } from '../list-view.tsx'

interface TicketTabsProps {
  /** For those who may see everybody's open tickets. */
  everyone: { on: boolean; set(on: boolean): void } | null
  queueIds: readonly string[] | null
}

export function TicketTabs({ everyone, queueIds }: TicketTabsProps) {
  const { t } = useLingui()
  const { view, show, open } = useListView()
  return (
    <>
      <div className="flex items-center border-b border-line pr-3">
        <Tabs value={view} onValueChange={(next: View) => show(next)} className="min-w-0 flex-1">
          <TabsList variant="line" aria-label={t`Situação`} className="-mb-px border-b-0 px-3">
            <Tab variant="line" value="open">{t`Abertos`}</Tab>
            <Tab variant="line" value="closed">{t`Resolvidos`}</Tab>
            <Tab variant="line" value="search">{t`Busca`}</Tab>
          </TabsList>
        </Tabs>
        {everyone && view === 'open' && open === 'mine' && (
          <Switch label={t`Ver todos`} checked={everyone.on} onChange={everyone.set} />
        )}
      </div>
      {view === 'open' && <OpenTabs everyone={everyone?.on ?? false} queueIds={queueIds} />}
    </>
  )
}

/** With how many there are, loaded or not. */
function OpenTabs({ everyone, queueIds }: { everyone: boolean; queueIds: readonly string[] | null }) {
  const { t } = useLingui()
  const { userId } = useActor()
  const { open, setOpen } = useListView()
  const counts = useKeptQuery(ticketCounts({ userId, queueIds })).rows[0]
  return (
    <Tabs value={open} onValueChange={(tab: OpenTab) => setOpen(tab)} className="px-3 py-2">
      <TabsList variant="segment" aria-label={t`Abertos`}>
        <Tab variant="segment" value="mine">
          {t`Atendendo`}
          <Badge>{(everyone ? counts?.open : counts?.mine) ?? 0}</Badge>
        </Tab>
        <Tab variant="segment" value="pending">
          {t`Aguardando`}
          <Badge variant={counts && counts.pending > 0 ? 'accent' : 'neutral'}>{counts?.pending ?? 0}</Badge>
        </Tab>
      </TabsList>
    </Tabs>
  )
}
