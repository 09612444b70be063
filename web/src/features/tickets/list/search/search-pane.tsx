import { allTags } from 'db/tags/queries.ts'
import { allUsers } from 'db/users/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Tag, UserRound } from 'lucide-react'
import { useMemo, useState } from 'react'
import { QueueMark } from '../../../../components/queue-mark.tsx'
import { useDelayed } from '../../../../lib/use-delayed.ts'
import { useQuery } from '../../../../sync/client.ts'
import { EmptyList } from '../empty-list.tsx'
import { FilterMenu } from '../../../../components/filter-menu.tsx'
import { TicketList } from '../ticket-list.tsx'
import { useSearch, type SearchResults } from './use-search.ts'
import { itemsOf } from '../windows.ts'

/** Rows from the end at which more are asked for: about 100 px. */
const endMargin = 2
/** Less than a frame: nobody types faster, only letters that come at once are one search. */
const typingMs = 12

interface SearchPaneProps {
  term: string
  /** Whose tickets can be chosen. */
  usersToo: boolean
}

export function SearchPane({ term, usersToo }: SearchPaneProps) {
  const [tagIds, setTagIds] = useState<readonly string[]>([])
  const [userIds, setUserIds] = useState<readonly string[]>([])
  const filters = useMemo(() => ({ tagIds, userIds }), [tagIds, userIds])
  const wanted = useDelayed(term.trim(), typingMs)
  const [typed, setTyped] = useState(wanted)
  const results = useSearch(typed, filters)
  // One at a time: the database would work off every letter, and the last one last.
  if (wanted !== typed && !results.pending) setTyped(wanted)
  return (
    <div className="flex h-full flex-col">
      <div className="flex items-center gap-1 px-2 py-1">
        <TagFilter chosen={tagIds} onChange={setTagIds} />
        {usersToo && <UserFilter chosen={userIds} onChange={setUserIds} />}
        <ServerState state={results.server} />
      </div>
      <div className="min-h-0 flex-1">
        <Results results={results} place={JSON.stringify(['search', typed, tagIds, userIds])} />
      </div>
    </div>
  )
}

interface ResultsProps {
  results: SearchResults
  place: string
}

function Results({ results, place }: ResultsProps) {
  const { asked, rows, found, pending, server, more } = results
  const items = useMemo(() => itemsOf(new Map([[0, rows]]), 1, new Map()), [rows])
  if (!asked) return <EmptyList source="unsearched" />
  if (rows.length === 0) return pending || server === 'asking' ? null : <EmptyList source="search" />
  return (
    <TicketList
      key={place}
      items={items}
      place={place}
      foundOf={(id) => found.get(id)}
      onRange={(_first, last) => {
        if (last >= items.total - endMargin) more()
      }}
    />
  )
}

/** Where the results come from. */
function ServerState({ state }: { state: SearchResults['server'] }) {
  return (
    <p role="status" className="min-w-0 flex-1 truncate text-right text-xs text-muted">
      {state === 'asking' && <Trans>Buscando no servidor…</Trans>}
      {state === 'unreachable' && <Trans>Só neste aparelho</Trans>}
    </p>
  )
}

interface ChosenProps {
  chosen: readonly string[]
  onChange(ids: readonly string[]): void
}

function TagFilter(props: ChosenProps) {
  const { t } = useLingui()
  const { rows } = useQuery(allTags())
  const options = rows.map(({ id, name, color }) => ({ id, name, mark: <QueueMark color={color} /> }))
  return <FilterMenu label={t`Etiquetas`} icon={<Tag />} options={options} named {...props} />
}

function UserFilter(props: ChosenProps) {
  const { t } = useLingui()
  const { rows } = useQuery(allUsers())
  return <FilterMenu label={t`Atendentes`} icon={<UserRound />} options={rows} named {...props} />
}
