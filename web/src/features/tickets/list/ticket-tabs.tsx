import { ticketCounts } from 'db/tickets/list-queries.ts'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Badge } from '../../../components/ui/badge.tsx'
import { Tab, Tabs, TabsList } from '../../../components/ui/tabs.tsx'
import { cn } from '../../../lib/class-names.ts'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { useShortcut } from '../../../lib/app/use-shortcut.ts'
import { useKeptQuery } from '../../../desk/use-kept-query.ts'
import { useSyncStatus } from '../../../sync/session-client.ts'
import { useListView, type OpenTab as OpenView, type View } from '../list-view.tsx'

interface TabsOf {
  /** Everybody's open tickets are shown, and not only one's own. */
  everyone: boolean
  queueIds: readonly string[] | null
}

interface TicketTabsProps extends TabsOf {
  /** Whose open tickets are shown, for those who may see everybody's. */
  choice: ReactNode
}

export function TicketTabs({ everyone, queueIds, choice }: TicketTabsProps) {
  const { t } = useLingui()
  const { view, show, showMine, showPending } = useListView()
  useShortcut('showMine', showMine)
  useShortcut('showPending', showPending)
  useShortcut('showClosed', () => show('closed'))
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
        {choice && <div className="flex h-8 items-center px-3 touch:h-11">{choice}</div>}
      </div>
      {view === 'open' && <OpenTabs everyone={everyone} queueIds={queueIds} />}
    </>
  )
}

/** On a phone, whose height is for the list: one row for all that is open and resolved; what is looked for is in the field above. */
export function PhoneTabs(props: TabsOf) {
  const { t } = useLingui()
  const { view, show, open, setOpen } = useListView()
  const choose = (tab: OpenView | 'closed') => {
    show(tab === 'closed' ? tab : 'open')
    if (tab !== 'closed') setOpen(tab)
  }
  return (
    <Tabs
      value={view === 'open' ? open : view === 'closed' ? view : null}
      onValueChange={choose}
      className="border-b border-line px-3 pb-1"
    >
      <TabsList variant="segment" aria-label={t`Situação`} className="overflow-x-auto">
        <OpenTab tab="mine" {...props} />
        <OpenTab tab="pending" {...props} />
        <Tab variant="segment" value="closed" className={phoneTab}>{t`Resolvidos`}</Tab>
      </TabsList>
    </Tabs>
  )
}

/** Three of them beside each other. */
const phoneTab = 'max-sm:px-1'

function OpenTabs(props: TabsOf) {
  const { t } = useLingui()
  const { open, setOpen } = useListView()
  return (
    <Tabs value={open} onValueChange={(tab: OpenView) => setOpen(tab)} className="px-3 py-2">
      <TabsList variant="segment" aria-label={t`Abertos`}>
        <OpenTab tab="mine" {...props} />
        <OpenTab tab="pending" {...props} />
      </TabsList>
    </Tabs>
  )
}

/** With how many there are, loaded or not. */
function OpenTab({ tab, everyone, queueIds }: TabsOf & { tab: OpenView }) {
  const { t } = useLingui()
  const { userId } = useActor()
  const { rows, whole } = useKeptQuery(ticketCounts({ userId, queueIds }))
  const loading = useSyncStatus(({ phase }) => phase === 'loading')
  // While the device is filled they are not many, but unknown.
  const counts = loading && !whole ? undefined : rows[0]
  const mine = everyone ? counts?.open : counts?.mine
  return (
    <Tab variant="segment" value={tab} className={phoneTab}>
      {tab === 'mine' ? t`Atendendo` : t`Aguardando`}
      <Count count={tab === 'mine' ? mine : counts?.pending} calls={tab === 'pending'} />
    </Tab>
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
