import { ticketCounts } from 'db/tickets/list-queries.ts'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '../../../components/ui/badge.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
import { Tab, Tabs, TabsList } from '../../../components/ui/tabs.tsx'
import { cn } from '../../../lib/class-names.ts'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { useKeptQuery } from '../../../desk/use-kept-query.ts'
import { useSyncStatus } from '../../../sync/client.ts'
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
      {/* What both have no room for beside each other stands below. */}
      <div className="flex flex-wrap items-center border-b border-line">
        <Tabs value={view} onValueChange={(next: View) => show(next)} className="grow">
          <TabsList variant="line" aria-label={t`Situação`} className="-mb-px border-b-0 px-3">
            <Tab variant="line" value="open">{t`Abertos`}</Tab>
            <Tab variant="line" value="closed">{t`Resolvidos`}</Tab>
            <Tab variant="line" value="search">{t`Busca`}</Tab>
          </TabsList>
        </Tabs>
        {everyone && view === 'open' && open === 'mine' && (
          <div className="flex h-8 items-center px-3 touch:h-11">
            <Switch label={t`Ver todos`} checked={everyone.on} onChange={everyone.set} />
          </div>
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
  const { rows, whole } = useKeptQuery(ticketCounts({ userId, queueIds }))
  const { phase } = useSyncStatus()
  // While the device is filled they are not many, but unknown.
  const counts = phase === 'loading' && !whole ? undefined : rows[0]
  return (
    <Tabs value={open} onValueChange={(tab: OpenTab) => setOpen(tab)} className="px-3 py-2">
      <TabsList variant="segment" aria-label={t`Abertos`}>
        <Tab variant="segment" value="mine">
          {t`Atendendo`}
          <Count count={everyone ? counts?.open : counts?.mine} />
        </Tab>
        <Tab variant="segment" value="pending">
          {t`Aguardando`}
          <Count count={counts?.pending} calls />
        </Tab>
      </TabsList>
    </Tabs>
  )
}

/** Its place is there before it is known. `calls`: somebody has to do something about them. */
function Count({ count, calls = false }: { count: number | undefined; calls?: boolean }) {
  const variant = calls && count !== undefined && count > 0 ? 'accent' : 'neutral'
  return (
    <Badge variant={variant} className={cn(count === undefined && 'invisible')}>
      {count ?? 0}
    </Badge>
  )
}
