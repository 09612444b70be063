import { allUsers } from 'db/users/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { FilterMenu } from '../../components/filter-menu.tsx'
import { QueueFilter } from '../../desk/queues/queue-filter.tsx'
import { useQueueFilter } from '../../desk/queues/use-queue-filter.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { cn } from '../../lib/class-names.ts'
import { useStored } from '../../lib/data/stored.ts'
import { useQuery } from '../../sync/client.ts'
import { BoardView } from './board-view.tsx'
import { useBoard } from './use-board.ts'

interface KanbanPageProps {
  /** Whose conversation is open beside the board. */
  openId: string | undefined
  children: ReactNode
}

/** The board, and beside it the conversation of a card; where there is no room for both, the conversation. */
export function KanbanPage({ openId, children }: KanbanPageProps) {
  const { t } = useLingui()
  const queues = useQueueFilter()
  const people = usePeopleFilter()
  const board = useBoard({ queueIds: queues.ids, userIds: people.ids })
  return (
    <div className="flex h-full">
      <section className={cn('flex h-full min-w-0 flex-1 flex-col', openId !== undefined && 'max-lg:hidden')}>
        <header className="flex items-center gap-1 px-4 pt-4 pb-2">
          <h1 className="min-w-0 flex-1 truncate text-xl font-semibold">{t`Kanban`}</h1>
          <FilterMenu
            label={t`Atendentes`}
            icon={<UserRound />}
            options={people.users}
            chosen={people.ids ?? []}
            onChange={people.choose}
          />
          <QueueFilter {...queues} />
        </header>
        <BoardView board={board} openId={openId} />
      </section>
      {openId !== undefined && (
        <section aria-label={t`Conversa`} className="h-full min-w-0 border-line max-lg:flex-1 lg:w-[26rem] lg:border-l">
          {children}
        </section>
      )}
    </div>
  )
}

/** Whose cards somebody looks at, remembered on the device; null: everybody's and nobody's. */
function usePeopleFilter() {
  const { userId } = useActor()
  const [stored, setStored] = useStored<string>(`kanban-people:${userId}`, '')
  const { rows: users } = useQuery(allUsers())
  const chosen = stored.split(',').filter(Boolean)
  return {
    users,
    ids: chosen.length === 0 ? null : chosen,
    choose: (ids: readonly string[]) => setStored(ids.join(',')),
  }
}
