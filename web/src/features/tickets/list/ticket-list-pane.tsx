import { useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { useRef, useState } from 'react'
import { SearchInput } from '../../../components/ui/search-input.tsx'
import { useActor } from '../../../lib/actor-context.tsx'
import { useDelayed } from '../../../lib/use-delayed.ts'
import { useListView } from '../list-view.tsx'
import type { ListTab } from '../queries.ts'
import { LiveTicketList } from './live-ticket-list.tsx'
import { PhoneTabs } from './phone-tabs.tsx'
import { TicketTabs } from './ticket-tabs.tsx'

const searchDelayMs = 150

interface TicketListPaneProps {
  selectedId: string | undefined
}

export function TicketListPane({ selectedId }: TicketListPaneProps) {
  const { t } = useLingui()
  const actor = useActor()
  const { open, closed } = useListView()
  const [everyone, setEveryone] = useState(false)
  const [term, setTerm] = useState('')
  const search = useDelayed(term.trim(), searchDelayMs)
  const maySeeAll = hasPermission(actor, 'tickets-manager:showall')
  const tab: ListTab = closed ? 'closed' : open === 'mine' && maySeeAll && everyone ? 'open' : open

  const list = useRef<HTMLDivElement>(null)
  const focusList = () => list.current?.querySelector<HTMLElement>('[data-row]')?.focus()

  return (
    <>
      <h1 className="sr-only">{t`Atendimentos`}</h1>
      <PhoneTabs selectedId={selectedId} />
      <div className="p-3 pb-2">
        <SearchInput
          label={t`Buscar atendimentos`}
          placeholder={t`Nome, número ou mensagem`}
          value={term}
          onChange={setTerm}
          onArrowDown={focusList}
        />
      </div>
      {search === '' && <TicketTabs everyone={maySeeAll ? { on: everyone, set: setEveryone } : null} />}
      <div ref={list} className="min-h-0 flex-1">
        <LiveTicketList key={search === '' ? tab : 'search'} tab={tab} search={search} selectedId={selectedId} />
      </div>
    </>
  )
}
