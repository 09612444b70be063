import type { ListTab } from 'db/tickets/queries.ts'
import type { ListFilter } from 'db/tickets/list-queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { MessageSquarePlus, Users } from 'lucide-react'
import { memo, useEffect, useRef, useState, type ComponentProps } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { SearchInput } from '../../../components/ui/inputs/search-input.tsx'
import { Switch } from '../../../components/ui/inputs/switch.tsx'
import { cn } from '../../../lib/class-names.ts'
import { phone, useMedia } from '../../../lib/media/use-media.ts'
import { useStored } from '../../../lib/data/stored.ts'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { useStable } from '../../../lib/use-stable.ts'
import { useShortcut } from '../../../lib/app/use-shortcut.ts'
import { useListView, type View } from '../list-view.tsx'
import { LiveTicketList } from './live-ticket-list.tsx'
import { QueueFilter } from '../../../desk/queues/queue-filter.tsx'
import { SearchPane } from './search/search-pane.tsx'
import { PullToSync } from './pull-to-sync.tsx'
import { PhoneTabs, TicketTabs } from './ticket-tabs.tsx'
import { useWaitingOrder, WaitingBar } from './waiting-bar.tsx'
import { useQueueFilter } from '../../../desk/queues/use-queue-filter.ts'

interface TicketListPaneProps {
  find: string | undefined
  onFind(): void
}

/** Which ticket is open changes nothing of it but the two rows. */
export const TicketListPane = memo(function TicketListPane({ find, onFind }: TicketListPaneProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { userId } = useActor()
  const { view, open } = useListView()
  const { maySeeAll, mayChooseWhose, everyone, setEveryone, seesAll } = useWhose()
  const queues = useQueueFilter()
  const isPhone = useMedia(phone)
  const [order, setOrder] = useWaitingOrder(userId)
  const openTab = openTabOf(open, { byWait: order === 'wait', seesAll })
  const filter: ListFilter = { tab: view === 'closed' ? 'closed' : openTab, userId, queueIds: queues.ids }

  const list = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const startNew = () => void navigate({ to: '.', search: (search) => ({ ...search, new: '' }) })
  useShortcut('newTicket', startNew)
  useShortcut('searchTickets', () => box.current?.querySelector('input')?.focus())
  const focusList = () => list.current?.querySelector<HTMLElement>('[data-row]')?.focus()
  const { term, type, openSearch } = useSearchTerm(find, onFind)
  return (
    <>
      <h1 className="sr-only">{t`Atendimentos`}</h1>
      <div className="flex items-center gap-1 p-3 pb-2 max-sm:py-1">
        <div ref={box} className="min-w-0 flex-1" onFocus={isPhone ? openSearch : undefined}>
          <SearchInput
            label={t`Buscar atendimentos`}
            placeholder={t`Nome, número ou mensagem`}
            value={term}
            onChange={type}
            onArrowDown={focusList}
          />
        </div>
        {isPhone && mayChooseWhose && <WhoseButton everyone={everyone} onChange={setEveryone} />}
        {view !== 'search' && <QueueFilter {...queues} />}
        <IconButton label={t`Novo atendimento`} onClick={startNew}>
          <MessageSquarePlus />
        </IconButton>
      </div>
      <Tabs
        everyone={seesAll}
        queueIds={queues.ids}
        choice={mayChooseWhose && <Switch label={t`Ver todos`} checked={everyone} onChange={setEveryone} />}
      />
      {view === 'open' && (
        <WaitingBar shown={open === 'pending'} userId={userId} queueIds={queues.ids} order={order} onOrder={setOrder} />
      )}
      <div ref={list} className="min-h-0 flex-1">
        {view === 'search' ? (
          <SearchPane term={term} usersToo={maySeeAll} />
        ) : (
          <PullToSync>
            <LiveTicketList key={JSON.stringify(filter)} filter={filter} />
          </PullToSync>
        )}
      </div>
    </>
  )
})

/** Who waits by how long, one's own, or everybody's. */
function openTabOf(open: ReturnType<typeof useListView>['open'], how: { byWait: boolean; seesAll: boolean }): ListTab {
  if (open === 'pending') return how.byWait ? 'waiting' : open
  return how.seesAll ? 'open' : open
}

function WhoseButton({ everyone, onChange }: { everyone: boolean; onChange(everyone: boolean): void }) {
  const { t } = useLingui()
  return (
    <IconButton label={t`Ver todos`} aria-pressed={everyone} onClick={() => onChange(!everyone)}>
      <Users className={cn(everyone && 'text-accent')} />
    </IconButton>
  )
}

function Tabs({ choice, ...tabs }: ComponentProps<typeof TicketTabs>) {
  return useMedia(phone) ? <PhoneTabs {...tabs} /> : <TicketTabs {...tabs} choice={choice} />
}

/** What is searched for, by who types here and by who came with words to find. */
function useSearchTerm(find: string | undefined, onFind: () => void) {
  const { view, show } = useListView()
  const [term, setTerm] = useState('')
  const before = useRef<View>('open')
  const openSearch = () => {
    if (view === 'search') return
    before.current = view
    show('search')
  }
  /** What is typed is searched for; without it the list is back where it was. */
  const type = (text: string) => {
    setTerm(text)
    if (text !== '') openSearch()
    if (text === '' && view === 'search') show(before.current)
  }
  const take = useStable((text: string) => {
    type(text)
    onFind()
  })
  useEffect(() => {
    if (find !== undefined) take(find)
  }, [find, take])
  return { term, type, openSearch }
}

/** Whether somebody looks at everybody's open tickets, remembered on the device, and whether they may. */
function useWhose() {
  const { view, open } = useListView()
  const actor = useActor()
  const [stored, setStored] = useStored<'on' | 'off'>(`everyone:${actor.userId}`, 'off')
  const everyone = stored === 'on'
  const maySeeAll = hasPermission(actor, 'tickets-manager:showall')
  return {
    maySeeAll,
    mayChooseWhose: maySeeAll && view === 'open' && open === 'mine',
    everyone,
    setEveryone: (on: boolean) => setStored(on ? 'on' : 'off'),
    seesAll: maySeeAll && everyone,
  }
}
