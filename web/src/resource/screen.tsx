// The list of a resource, with the form of its route over it: title, what it is for, search, how many, one primary action; a table where there is room, cards on a phone.
// All of it works from the rows of this device; a row that waits or was refused says so where it is.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Outlet } from '@tanstack/react-router'
import { Plus, SearchX } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { ResourceCards } from '../components/resource-list/resource-cards.tsx'
import { ResourcePage } from '../components/resource-list/resource-page.tsx'
import { ResourceTable } from '../components/resource-list/resource-table.tsx'
import { useAsCards } from '../components/resource-list/use-as-cards.ts'
import { buttonVariants } from '../components/ui/button.tsx'
import { EmptyState } from '../components/ui/empty-state.tsx'
import { SearchInput } from '../components/ui/inputs/search-input.tsx'
import { Skeleton } from '../components/ui/skeleton.tsx'
import { useActor } from '../lib/app/actor-context.tsx'
import { cn } from '../lib/class-names.ts'
import { ColumnMenu, useColumnChoice } from './column-choice.tsx'
import type { ListedRow, Resource } from './resource.ts'
import { RowActions, RowNote } from './row-parts.tsx'
import { useRows, type Rows } from './use-rows.ts'
import { useWords } from './use-words.ts'

interface ScreenProps<Row extends { id: string }> {
  resource: Resource<Row>
  /** Beside the primary action. */
  tools?: ReactNode
  /** At a row's end, before edit and delete. */
  RowTools?: (props: { row: ListedRow<Row> }) => ReactNode
}

export function ResourceScreen<Row extends { id: string }>({ resource, tools, RowTools }: ScreenProps<Row>) {
  const actor = useActor()
  const [term, setTerm] = useState('')
  const found = useRows(resource, term)
  const words = useWords(resource)
  const mayAdd = resource.mayAdd?.(actor) ?? true
  const isEmpty = !found.loading && found.rows.length === 0 && term === ''
  return (
    <>
      <ResourcePage
        title={words.title}
        purpose={words.purpose}
        action={
          <div className="flex flex-wrap items-center gap-2">
            {tools}
            {!isEmpty && mayAdd && <AddLink resource={resource} beside="title" />}
          </div>
        }
      >
        {isEmpty ? (
          <div className="flex-1">
            <EmptyState
              icon={resource.icon}
              title={words.empty}
              example={words.example}
              action={mayAdd && <AddLink resource={resource} />}
            >
              {words.emptyHelp} {!mayAdd && <Trans>Quem administra adiciona o que falta.</Trans>}
            </EmptyState>
          </div>
        ) : (
          <List resource={resource} found={found} term={term} onSearch={setTerm} RowTools={RowTools} />
        )}
      </ResourcePage>
      <Outlet />
    </>
  )
}

interface AddLinkProps<Row extends { id: string }> {
  resource: Resource<Row>
  beside?: 'title'
}

function AddLink<Row extends { id: string }>({ resource, beside }: AddLinkProps<Row>) {
  return (
    <Link to={`${resource.path}/new`} className={buttonVariants({ variant: 'primary' })}>
      <Plus aria-hidden />
      {/* On a phone the title needs the room of its words. */}
      <span className={cn(beside && 'max-sm:sr-only')}>{useWords(resource).add}</span>
    </Link>
  )
}

interface ListProps<Row extends { id: string }> {
  resource: Resource<Row>
  found: Rows<Row>
  term: string
  onSearch(term: string): void
  RowTools: ScreenProps<Row>['RowTools']
}

function List<Row extends { id: string }>({ resource, found, term, onSearch, RowTools }: ListProps<Row>) {
  const { rows, count, loading, more } = found
  const asCards = useAsCards(resource.columns().length)
  const choice = useColumnChoice(resource.noun)
  const words = useWords(resource)
  const [naming, ...others] = resource.columns()
  const parts = useMemo(() => partsOf(resource, RowTools), [resource, RowTools])
  const Rows = asCards ? ResourceCards : ResourceTable
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1 rounded-md bg-surface sm:max-w-72">
          <SearchInput label={words.search} placeholder={words.search} value={term} onChange={onSearch} />
        </div>
        <p role="status" className="min-w-0 flex-1 truncate text-right text-sm text-muted tabular">
          {count !== undefined && words.count(count)}
        </p>
        {!asCards && <ColumnMenu columns={others} choice={choice} />}
      </div>
      {loading && <Skeletons />}
      {!loading && rows.length === 0 && <NothingFound term={term} />}
      {!loading && rows.length > 0 && (
        <Rows<ListedRow<Row>>
          label={words.title}
          rows={rows}
          columns={[naming, ...others.filter(({ id }) => asCards || choice.isShown(id))]}
          total={Math.max(rows.length, count ?? 0)}
          onEndNear={more}
          manyActions={resource.manyActions}
          {...parts}
        />
      )}
    </div>
  )
}

/** One component each, so that a row keeps its open question while the list changes. */
function partsOf<Row extends { id: string }>(resource: Resource<Row>, RowTools: ScreenProps<Row>['RowTools']) {
  return {
    Note: ({ row }: { row: ListedRow<Row> }) => <RowNote resource={resource} row={row} />,
    Actions: ({ row }: { row: ListedRow<Row> }) => (
      <RowActions resource={resource} row={row}>
        {RowTools && <RowTools row={row} />}
      </RowActions>
    ),
  }
}

function Skeletons() {
  return (
    <div aria-hidden className="flex flex-col gap-2">
      {[0, 1, 2, 3].map((each) => (
        <Skeleton key={each} className="h-14 rounded-lg" />
      ))}
    </div>
  )
}

function NothingFound({ term }: { term: string }) {
  const { t } = useLingui()
  return (
    <EmptyState icon={SearchX} title={t`Nada encontrado`}>
      <Trans>Nenhum item com “{term}”.</Trans>
    </EmptyState>
  )
}
