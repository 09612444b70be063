// What every row of a resource has: its name as the link to its form, marks of what has not arrived, edit and delete at its end.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Eye, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { discardWords } from '../components/resource-list/discard-words.ts'
import { RefusedNote, WaitingMark } from '../components/resource-list/row-note.tsx'
import { buttonVariants } from '../components/ui/button.tsx'
import { ConfirmIconButton } from '../components/ui/confirm-icon-button.tsx'
import { iconButtonVariants } from '../components/ui/icon-button-variants.ts'
import { Tooltip } from '../components/ui/tooltip.tsx'
import { useActor } from '../lib/app/actor-context.tsx'
import { toastDone, toastError } from '../lib/app/toast.ts'
import { discardEntry, useOutbox, type OutboxEntry } from '../sync/client.ts'
import { callMutation } from './call-mutation.ts'
import type { ListedRow, Resource } from './resource.ts'
import { useWords } from './use-words.ts'

interface PartProps<Row extends { id: string }> {
  resource: Resource<Row>
  row: ListedRow<Row>
}

/** The first cell. */
export function RowName<Row extends { id: string }>({
  resource,
  row,
  mark,
}: PartProps<Row> & {
  /** Before it. */
  mark?: ReactNode
}) {
  const actor = useActor()
  const mayEdit = resource.mayEdit?.(row, actor) ?? true
  return (
    <span className="flex max-w-full min-w-0 items-center gap-2.5">
      {mark}
      {mayEdit ? (
        <Link
          to={`${resource.path}/$id`}
          params={{ id: row.id }}
          dir="auto"
          className="truncate rounded-sm text-left font-medium text-ink hover:underline"
        >
          {resource.nameOf(row)}
        </Link>
      ) : (
        <span dir="auto" className="truncate text-left font-medium text-ink">
          {resource.nameOf(row)}
        </span>
      )}
      {row.unsent === 'waiting' && <WaitingMark />}
    </span>
  )
}

/** Why its last change was refused, and the way on. */
export function RowNote<Row extends { id: string }>({ resource, row: { id, unsent } }: PartProps<Row>) {
  if (unsent === undefined || unsent === 'waiting') return null
  const look = buttonVariants({ size: 'sm' })
  const isDelete = unsent.name === `${resource.noun}.delete`
  return (
    <RefusedNote code={unsent.code} details={unsent.details}>
      <span className="flex flex-wrap gap-2">
        {unsent.code === 'ERR_CONFLICT' && (
          <Link to={resource.path} search={{ resolve: unsent.id }} className={look}>
            <Trans>Resolver</Trans>
          </Link>
        )}
        {unsent.code !== 'ERR_CONFLICT' && !isDelete && (
          <Link to={`${resource.path}/$id`} params={{ id }} className={look}>
            <Trans>Editar</Trans>
          </Link>
        )}
        {resource.Refusal && <resource.Refusal details={unsent.details} />}
      </span>
    </RefusedNote>
  )
}

export function RowActions<Row extends { id: string }>({
  resource,
  row,
  children,
}: PartProps<Row> & { children: ReactNode }) {
  const { t } = useLingui()
  const actor = useActor()
  const { unsent } = row
  const name = resource.nameOf(row)
  const open = resource.isReadOnly?.(row)
    ? { label: t`Ver ${name}`, Icon: Eye }
    : { label: t`Editar ${name}`, Icon: Pencil }
  const unmade = typeof unsent === 'object' && unsent.name === `${resource.noun}.create` ? unsent : null
  return (
    <>
      {!unmade && children}
      {(resource.mayEdit?.(row, actor) ?? true) && (
        <Tooltip content={open.label}>
          <Link
            to={`${resource.path}/$id`}
            params={{ id: row.id }}
            aria-label={open.label}
            className={iconButtonVariants()}
          >
            <open.Icon aria-hidden />
          </Link>
        </Tooltip>
      )}
      {unmade && <Discard resource={resource} name={name} entry={unmade} />}
      {!unmade && (resource.mayDelete?.(row, actor) ?? true) && <Delete resource={resource} row={row} />}
    </>
  )
}

function Delete<Row extends { id: string }>({ resource, row }: PartProps<Row>) {
  const { t } = useLingui()
  const words = useWords(resource)
  const { DeleteMeans } = resource
  const { id } = row
  const name = resource.nameOf(row)
  const remove = async () => {
    try {
      await callMutation(`${resource.noun}.delete`, { id })
      toastDone(words.deleted)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <ConfirmIconButton
      label={t`Excluir ${name}`}
      title={words.delete(name)}
      description={DeleteMeans ? <DeleteMeans row={row} /> : words.deleteMeans}
      confirm={t`Excluir`}
      onConfirm={() => void remove()}
    />
  )
}

interface DiscardProps<Row extends { id: string }> {
  resource: Resource<Row>
  name: string
  entry: OutboxEntry
}

/** Button that discards a row which the server refused to make. */
function Discard<Row extends { id: string }>({ resource, name, entry }: DiscardProps<Row>) {
  const { t } = useLingui()
  const outbox = useOutbox()
  return (
    <ConfirmIconButton
      label={t`Descartar ${name}`}
      title={useWords(resource).discard(name)}
      description={discardWords(t`Ainda não existe no servidor.`, entry.id, outbox)}
      confirm={t`Descartar`}
      onConfirm={() => void discardEntry(entry.id).catch(toastError)}
    />
  )
}

/** A cell that has nothing: a dash to be seen, `children` to be heard. */
export function Absent({ children }: { children: string }) {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="sr-only">{children}</span>
    </>
  )
}
