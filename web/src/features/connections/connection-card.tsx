import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { ItemBoundary } from '../../components/error-boundary.tsx'
import { RefusedNote, WaitingMark } from '../../components/resource-list/row-note.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { buttonVariants } from '../../components/ui/button.tsx'
import { iconButtonVariants } from '../../components/ui/icon-button-variants.ts'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { formatPhone } from '../../lib/text/phone-number.ts'
import { ConnectionHealth } from './connection-health.tsx'
import { ConnectionTraffic } from './connection-traffic.tsx'
import { DeleteConnection, DiscardConnection } from './delete-connection.tsx'
import { NumberHealth } from './number-health.tsx'
import { SessionActions } from './session-actions.tsx'
import { StatusBadge } from './status-badge.tsx'
import { StatusHint } from './status-hint.tsx'
import type { ListedConnection } from './use-connection-list.ts'

interface ConnectionCardProps {
  connection: ListedConnection
  others: readonly ListedConnection[]
  /** Shows the QR. */
  onLink(): void
}

/** For those who may do nothing about it: how it stands. */
function ReadCard({ connection }: PartProps) {
  const { name, isDefault, number, status } = connection
  return (
    <li className={cardClass}>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <TitleFrame isDefault={isDefault} number={number}>
          <span className="truncate">{name}</span>
        </TitleFrame>
        <StatusBadge status={status} />
      </div>
      <div className="flex flex-col gap-1">
        <StatusHint connection={connection} />
        <ConnectionHealth connection={connection} />
      </div>
      <NumberHealth connection={connection} />
    </li>
  )
}

const cardClass = 'flex flex-col gap-3 rounded-lg border border-line bg-surface p-4'

export function ConnectionCard(props: ConnectionCardProps) {
  const mayAct = hasPermission(useActor(), 'connections-page:actionButtons')
  return mayAct ? <Card {...props} /> : <ReadCard connection={props.connection} />
}

function Card({ connection, others, onLink }: ConnectionCardProps) {
  const { unsent } = connection
  const unmade = typeof unsent === 'object' && unsent.name === 'connection.create' ? unsent : null
  return (
    <li className={cardClass}>
      {/* What can be done to it stays, whatever can't be shown of it. */}
      <ItemBoundary of={connection}>
        <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <Title connection={connection} />
          {!unmade && <StatusBadge status={connection.status} />}
        </div>
        <Note connection={connection} />
        {!unmade && (
          <div className="flex flex-col gap-1">
            <StatusHint connection={connection} />
            <ConnectionHealth connection={connection} />
          </div>
        )}
      </ItemBoundary>
      <div className="flex flex-wrap items-center gap-2">
        {!unmade && <SessionActions connection={connection} onLink={onLink} />}
        <span className="ml-auto flex gap-1">
          <EditLink connection={connection} />
          {unmade ? (
            <DiscardConnection connection={connection} entry={unmade} />
          ) : (
            <DeleteConnection connection={connection} others={others} />
          )}
        </span>
      </div>
      {/* Read later than the rest, and as long as it is: below what one presses. */}
      {!unmade && (
        <ItemBoundary of={connection}>
          <ConnectionTraffic id={connection.id} name={connection.name} />
          <NumberHealth connection={connection} />
        </ItemBoundary>
      )}
    </li>
  )
}

interface PartProps {
  connection: ListedConnection
}

function Title({ connection: { id, name, number, isDefault, unsent } }: PartProps) {
  return (
    <TitleFrame isDefault={isDefault} number={number} mark={unsent === 'waiting' && <WaitingMark />}>
      <Link
        to="/connections/$connectionId"
        params={{ connectionId: id }}
        className="truncate rounded-sm text-ink hover:underline"
      >
        {name}
      </Link>
    </TitleFrame>
  )
}

interface TitleFrameProps extends Pick<ListedConnection, 'isDefault' | 'number'> {
  mark?: ReactNode
  children: ReactNode
}

function TitleFrame({ isDefault, number, mark, children }: TitleFrameProps) {
  return (
    <div className="min-w-0 flex-1 basis-56">
      <h2 className="flex items-center gap-2 text-base font-medium">
        {children}
        {isDefault && (
          <Badge>
            <Trans>padrão</Trans>
          </Badge>
        )}
        {mark}
      </h2>
      <p className="text-sm text-muted tabular">
        {number === null ? <Trans>Ainda sem número</Trans> : formatPhone(number)}
      </p>
    </div>
  )
}

/** Why its last change was refused, and the way on. */
function Note({ connection: { id, unsent } }: PartProps) {
  if (unsent === undefined || unsent === 'waiting') return null
  const look = buttonVariants({ size: 'sm' })
  const isEdit = unsent.name === 'connection.create' || unsent.name === 'connection.update'
  return (
    <RefusedNote code={unsent.code} details={unsent.details}>
      {unsent.code === 'ERR_CONFLICT' && (
        <Link to="/connections" search={{ resolve: unsent.id }} className={look}>
          <Trans>Resolver</Trans>
        </Link>
      )}
      {unsent.code !== 'ERR_CONFLICT' && isEdit && (
        <Link to="/connections/$connectionId" params={{ connectionId: id }} className={look}>
          <Trans>Editar</Trans>
        </Link>
      )}
    </RefusedNote>
  )
}

function EditLink({ connection: { id, name } }: PartProps) {
  const { t } = useLingui()
  return (
    <Tooltip content={t`Editar ${name}`}>
      <Link
        to="/connections/$connectionId"
        params={{ connectionId: id }}
        aria-label={t`Editar ${name}`}
        className={iconButtonVariants()}
      >
        <Pencil aria-hidden />
      </Link>
    </Tooltip>
  )
}
