// The people of one contact list. The list itself is on the device; its people are read from the server, for they may be tens of thousands.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { contactListById } from 'db/contact-lists/queries.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { ChevronLeft, FileSpreadsheet, Plus, SearchX, Users } from 'lucide-react'
import { useState } from 'react'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { SearchInput } from '../../components/ui/inputs/search-input.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { ImportDialog } from '../../desk/import/import-dialog.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useAnswered } from '../../desk/server/use-online.ts'
import { useServerWindow } from '../../desk/server/use-server-window.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useDelayed } from '../../lib/use-delayed.ts'
import { useOutbox, useQuery } from '../../sync/client.ts'
import { itemPage, type Item } from './answers.ts'
import { CheckProgress } from './check-progress.tsx'
import { ItemForm } from './item-form.tsx'
import { Items, type ItemHandlers } from './items.tsx'
import { ExampleSheet } from './example-sheet.tsx'
import { useReloadWithCounts } from './use-reload-with-counts.ts'

const searchDelayMs = 500

export function ItemsPage({ listId }: { listId: string }) {
  const { t } = useLingui()
  const mayEdit = hasPermission(useActor(), 'campaigns-page:edit')
  const [list] = useQuery(contactListById({ id: listId })).rows
  const [typed, setTyped] = useState('')
  const search = useDelayed(typed.trim(), searchDelayMs)
  const path = `/contact-list-items?${new URLSearchParams({ contactListId: listId, searchParam: search })}`
  const unsent = useOutbox().some(({ name, args }) => name === 'contactList.create' && args['id'] === listId)
  const server = useServerWindow(unsent ? null : path, itemPage)
  useReloadWithCounts(list, server.reload)
  const { disabled: unreachable, send } = useServerCall()
  const disabled = unreachable || unsent
  const [opened, setOpened] = useState<Item | 'new' | null>(null)
  const [importing, setImporting] = useState(false)
  const handlers: ItemHandlers | null = mayEdit
    ? {
        disabled,
        onEdit: setOpened,
        onDelete: async ({ id }) => {
          if (await send('DELETE', `/contact-list-items/${id}`)) server.reload()
        },
      }
    : null
  return (
    <>
      <ResourcePage
        title={list?.name ?? t`Lista de contatos`}
        purpose={list ? <CheckProgress row={list} /> : null}
        back={<Back />}
        action={
          mayEdit && <Actions disabled={disabled} onImport={() => setImporting(true)} onAdd={() => setOpened('new')} />
        }
      >
        <div className="flex flex-1 flex-col gap-3">
          {unsent ? <UnsentNotice /> : <ServerNote {...server} />}
          <Search typed={typed} onType={setTyped} count={server.data?.count} />
          <Contents server={server} search={search} handlers={handlers} />
        </div>
      </ResourcePage>
      {opened && (
        <ItemForm
          contactListId={listId}
          item={opened === 'new' ? null : opened}
          onSaved={server.reload}
          onClosed={() => setOpened(null)}
        />
      )}
      <ImportDialog
        open={importing}
        title={t`Importar para a lista`}
        path={`/contact-lists/${listId}/upload`}
        onImported={server.reload}
        onClose={() => setImporting(false)}
      />
    </>
  )
}

interface ActionsProps {
  disabled: boolean
  onImport(): void
  onAdd(): void
}

function Actions({ disabled, onImport, onAdd }: ActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ExampleSheet />
      <Button disabled={disabled} onClick={onImport}>
        <FileSpreadsheet aria-hidden /> <Trans>Importar planilha</Trans>
      </Button>
      <Button variant="primary" disabled={disabled} onClick={onAdd}>
        <Plus aria-hidden /> <Trans>Adicionar contato</Trans>
      </Button>
    </div>
  )
}

interface SearchProps {
  typed: string
  onType(typed: string): void
  /** How many there are of what was searched for. */
  count: number | undefined
}

function Search({ typed, onType, count }: SearchProps) {
  const { t } = useLingui()
  return (
    <div className="flex items-center gap-3">
      <div className="min-w-0 flex-1 rounded-md bg-surface sm:max-w-72">
        <SearchInput
          label={t`Buscar na lista`}
          placeholder={t`Buscar por nome, número ou e-mail`}
          value={typed}
          onChange={onType}
        />
      </div>
      <p role="status" className="min-w-0 flex-1 truncate text-right text-sm text-muted tabular">
        {count !== undefined && plural(count, { one: '# contato', other: '# contatos' })}
      </p>
    </div>
  )
}

function UnsentNotice() {
  return (
    <Notice>
      <Trans>A lista ainda não chegou ao servidor. Os contatos dela aparecem quando ela chegar.</Trans>
    </Notice>
  )
}

function Back() {
  return (
    <Link to="/contact-lists" className="mb-1 inline-flex items-center gap-1 text-sm text-muted hover:underline">
      <ChevronLeft aria-hidden className="size-4" />
      <Trans>Listas de contatos</Trans>
    </Link>
  )
}

interface ContentsProps {
  server: ReturnType<typeof useServerWindow<typeof itemPage>>
  search: string
  handlers: ItemHandlers | null
}

function Contents({ server: { data, error, more }, search, handlers }: ContentsProps) {
  const { t } = useLingui()
  const answered = useAnswered()
  if (data === null) return answered && error === null ? <Skeleton className="h-64 rounded-lg" /> : null
  if (data.contacts.length > 0) {
    return <Items items={data.contacts} count={data.count} handlers={handlers} onEndNear={more} />
  }
  return search === '' ? (
    <EmptyState icon={Users} title={t`Ninguém nesta lista ainda`} example={t`Maria Silva, 11 98888-7777`}>
      <Trans>Adicione as pessoas uma a uma ou traga uma planilha com nome, número e e-mail.</Trans>
    </EmptyState>
  ) : (
    <EmptyState icon={SearchX} title={t`Nada encontrado`}>
      <Trans>Nenhum contato com “{search}”.</Trans>
    </EmptyState>
  )
}
