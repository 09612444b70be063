import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { isMute } from 'db/queues/rules.ts'
import { CircleAlert, Eye, Layers, Pencil, Plus, Workflow } from 'lucide-react'
import type { ReactNode } from 'react'
import { ResourceList } from '../../components/resource-list/resource-list.tsx'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { RefusedNote, WaitingMark } from '../../components/resource-list/row-note.tsx'
import { QueueMark } from '../../components/queue-mark.tsx'
import { buttonVariants } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { iconButtonVariants } from '../../components/ui/icon-button-variants.ts'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { Tooltip } from '../../components/ui/tooltip.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { DeleteQueue, DiscardQueue } from './delete-queue.tsx'
import { ConnectionsCell, HoursCell, PeopleCell } from './queue-work.tsx'
import { useQueueList, type ListedQueue } from './use-queue-list.ts'

/** `children`: the form that is open over the list. */
export function QueuesPage({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const { queues, loading } = useQueueList()
  const add = hasPermission(useActor(), 'queues-page:edit') && <AddLink />
  const isEmpty = !loading && queues.length === 0
  return (
    <>
      <ResourcePage
        title={t`Filas`}
        purpose={<Trans>Para onde vão os atendimentos, e a saudação de cada destino.</Trans>}
        action={!loading && !isEmpty && add}
      >
        {loading && <Skeleton className="h-40 rounded-lg" />}
        {isEmpty && (
          <div className="flex-1">
            <EmptyState
              icon={Layers}
              title={t`Nenhuma fila ainda`}
              example={t`Vendas, com a saudação: Olá! Você fala com Vendas. O que vai ser hoje?`}
              action={add}
            >
              <Trans>Uma fila por setor, como Vendas ou Financeiro: cada atendente vê os atendimentos das suas.</Trans>
            </EmptyState>
          </div>
        )}
        {queues.length > 0 && <List queues={queues} />}
      </ResourcePage>
      {children}
    </>
  )
}

function AddLink() {
  return (
    <Link to="/queues/new" className={buttonVariants({ variant: 'primary' })}>
      <Plus aria-hidden />
      <Trans>Adicionar fila</Trans>
    </Link>
  )
}

function List({ queues }: { queues: readonly ListedQueue[] }) {
  const { t } = useLingui()
  return (
    <ResourceList
      label={t`Filas`}
      rows={queues}
      columns={[
        { label: t`Nome`, width: 'w-[18%]', Cell: Name },
        { label: t`Ordem`, width: 'w-20', Cell: Order },
        { label: t`Saudação`, Cell: queues.length > 1 ? NeededGreeting : Greeting },
        { label: t`Conexões`, width: 'w-[15%]', Cell: ConnectionsCell },
        { label: t`Atendentes`, width: 'w-[17%]', Cell: PeopleCell },
        { label: t`Horários`, width: 'w-[16%]', Cell: HoursCell },
      ]}
      searchLabel={t`Buscar filas`}
      searchText={({ name, greetingMessage }) => `${name} ${greetingMessage}`}
      Note={Note}
      Actions={Actions}
    />
  )
}

interface PartProps {
  row: ListedQueue
}

function Name({ row: { id, name, color, unsent } }: PartProps) {
  return (
    <span className="flex items-center gap-2.5">
      <QueueMark color={color} />
      <Link
        to="/queues/$queueId"
        params={{ queueId: id }}
        className="truncate rounded-sm font-medium text-ink hover:underline"
      >
        {name}
      </Link>
      {unsent === 'waiting' && <WaitingMark />}
    </span>
  )
}

function Order({ row: { orderQueue } }: PartProps) {
  return <span className="tabular">{orderQueue}</span>
}

function Greeting({ row: { greetingMessage } }: PartProps) {
  if (isMute({ greetingMessage })) return <Trans>Sem saudação</Trans>
  return <span className="line-clamp-2 break-words">{greetingMessage}</span>
}

/** A queue's greeting where there are several to choose from; a missing one is a warning, as whoever chooses it would hear nothing. */
function NeededGreeting({ row }: PartProps) {
  if (!isMute(row)) return <Greeting row={row} />
  return (
    <span className="inline-flex items-start gap-1.5 text-warning">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <Link to="/queues/$queueId" params={{ queueId: row.id }} className="rounded-sm hover:underline">
        <Trans>Sem saudação: quem escolhe esta fila não recebe resposta.</Trans>
      </Link>
    </span>
  )
}

/** Why its last change was refused, and the way on. */
function Note({ row: { id, unsent } }: PartProps) {
  if (unsent === undefined || unsent === 'waiting') return null
  const conflict = unsent.code === 'ERR_CONFLICT'
  const look = buttonVariants({ size: 'sm' })
  return (
    <RefusedNote code={unsent.code} details={unsent.details}>
      {conflict && (
        <Link to="/queues" search={{ resolve: unsent.id }} className={look}>
          <Trans>Resolver</Trans>
        </Link>
      )}
      {!conflict && unsent.name !== 'queue.delete' && (
        <Link to="/queues/$queueId" params={{ queueId: id }} className={look}>
          <Trans>Editar</Trans>
        </Link>
      )}
    </RefusedNote>
  )
}

function Actions({ row: queue }: PartProps) {
  const { t } = useLingui()
  const mayEdit = hasPermission(useActor(), 'queues-page:edit')
  const { id, name, unsent } = queue
  const open = mayEdit ? { label: t`Editar ${name}`, Icon: Pencil } : { label: t`Ver ${name}`, Icon: Eye }
  const unmade = typeof unsent === 'object' && unsent.name === 'queue.create' ? unsent : null
  return (
    <>
      {!unmade && (
        <Tooltip content={t`Chatbot de ${name}`}>
          <Link
            to="/queues/$queueId/chatbot"
            params={{ queueId: id }}
            aria-label={t`Chatbot de ${name}`}
            className={iconButtonVariants()}
          >
            <Workflow aria-hidden />
          </Link>
        </Tooltip>
      )}
      <Tooltip content={open.label}>
        <Link to="/queues/$queueId" params={{ queueId: id }} aria-label={open.label} className={iconButtonVariants()}>
          <open.Icon aria-hidden />
        </Link>
      </Tooltip>
      {unmade && <DiscardQueue queue={queue} entry={unmade} />}
      {!unmade && mayEdit && <DeleteQueue queue={queue} />}
    </>
  )
}
