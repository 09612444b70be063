import type { ListTab } from 'db/tickets/queries.ts'
import type { ListFilter } from 'db/tickets/list-queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { MessageSquarePlus, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { SearchInput } from '../../../components/ui/search-input.tsx'
import { Switch } from '../../../components/ui/switch.tsx'
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
  selectedId: string | undefined
  find: string | undefined
  onFind(): void
}

export function TicketListPane({ selectedId, find, onFind }: TicketListPaneProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { userId, ...actor } = useActor()
  const { view, show, open } = useListView()
  const [everyone, setEveryone] = useEveryone(userId)
  const [term, setTerm] = useState('')
  const before = useRef<View>('open')
  const queues = useQueueFilter()
  const maySeeAll = hasPermission({ userId, ...actor }, 'tickets-manager:showall')
  const mayChooseWhose = maySeeAll && view === 'open' && open === 'mine'
  const isPhone = useMedia(phone)
  const [order, setOrder] = useWaitingOrder(userId)
  const openTab: ListTab =
    open === 'pending' ? (order === 'wait' ? 'waiting' : open) : maySeeAll && everyone ? 'open' : open
  const tab: ListTab = view === 'closed' ? 'closed' : openTab
  const filter: ListFilter = { tab, userId, queueIds: queues.ids }

  const list = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const startNew = () => void navigate({ to: '.', search: (search) => ({ ...search, new: '' }) })
  useShortcut('newTicket', startNew)
  useShortcut('searchTickets', () => box.current?.querySelector('input')?.focus())
  const focusList = () => list.current?.querySelector<HTMLElement>('[data-row]')?.focus()
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
        {isPhone && mayChooseWhose && (
          <IconButton label={t`Ver todos`} aria-pressed={everyone} onClick={() => setEveryone(!everyone)}>
            <Users className={cn(everyone && 'text-accent')} />
          </IconButton>
        )}
        {view !== 'search' && <QueueFilter {...queues} />}
        <IconButton label={t`Novo atendimento`} onClick={startNew}>
          <MessageSquarePlus />
        </IconButton>
      </div>
      {isPhone ? (
        <PhoneTabs everyone={maySeeAll && everyone} queueIds={queues.ids} />
      ) : (
        <TicketTabs
          everyone={maySeeAll && everyone}
          queueIds={queues.ids}
          choice={mayChooseWhose && <Switch label={t`Ver todos`} checked={everyone} onChange={setEveryone} />}
        />
      )}
      {view === 'open' && (
        <WaitingBar shown={open === 'pending'} userId={userId} queueIds={queues.ids} order={order} onOrder={setOrder} />
      )}
      <div ref={list} className="min-h-0 flex-1">
        {view === 'search' ? (
          <SearchPane term={term} selectedId={selectedId} usersToo={maySeeAll} />
        ) : (
          <PullToSync>
            <LiveTicketList key={JSON.stringify(filter)} filter={filter} selectedId={selectedId} />
          </PullToSync>
        )}
      </div>
    </>
  )
}

/** Whether somebody looks at everybody's open tickets, remembered on the device. */
function useEveryone(userId: string): [boolean, (on: boolean) => void] {
  const [stored, setStored] = useStored<'on' | 'off'>(`everyone:${userId}`, 'off')
  return [stored === 'on', (on) => setStored(on ? 'on' : 'off')]
}
