// The chatbot of one queue: its options on one side, on the other a chat that tries them.
import { allOptions, allQueues, type OptionRow, type QueueRow } from 'db/queues/queries.ts'
import { ownCompany } from 'db/companies/queries.ts'
import { connectionFor } from 'db/connections/queries.ts'
import { companySettings } from 'db/settings/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { defaultSettings } from 'db/settings/table.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { ArrowLeft, Layers, Plus, Workflow } from 'lucide-react'
import { useMemo } from 'react'
import { ResourcePage } from '../../../components/resource-list/resource-page.tsx'
import { Button, buttonVariants } from '../../../components/ui/button.tsx'
import { EmptyState } from '../../../components/ui/empty-state.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { useQuery } from '../../../sync/client.ts'
import { withDrafts } from './drafts.ts'
import { OptionList } from './option-list.tsx'
import { ReadOptions } from './read-options.tsx'
import { TrialChat } from './trial-chat.tsx'
import { newConnection } from './trial.ts'
import { UnmadeOptions } from './unmade-options.tsx'
import { useOptionTree, type OptionTreeState } from './use-option-tree.ts'
import { useTrial } from './use-trial.ts'

export function ChatbotPage({ queueId }: { queueId: string }) {
  const { t } = useLingui()
  const queues = useQuery(allQueues())
  const options = useQuery(allOptions())
  const queue = queues.rows.find(({ id }) => id === queueId)
  const loading = !queues.ready || !options.ready || (!queue && !queues.whole)
  if (loading || !queue) {
    return (
      <ResourcePage title={t`Chatbot`} purpose={null} action={null} back={<Back />}>
        {loading ? (
          <Skeleton className="h-40 rounded-lg" />
        ) : (
          <EmptyState icon={Layers} title={t`Fila não encontrada`} />
        )}
      </ResourcePage>
    )
  }
  return <Chatbot key={queueId} queue={queue} queues={queues.rows} options={options.rows} />
}

interface ChatbotProps {
  queue: QueueRow
  queues: readonly QueueRow[]
  /** The options of all queues. */
  options: readonly OptionRow[]
}

function Chatbot({ queue, queues, options }: ChatbotProps) {
  const { t } = useLingui()
  const mayEdit = hasPermission(useActor(), 'queues-page:edit')
  const { id, name } = queue
  const own = useMemo(() => options.filter(({ queueId }) => queueId === id), [options, id])
  const tree = useOptionTree(id, own)
  const others = options.filter(({ queueId }) => queueId !== id)
  const { scheduleType } = useQuery(companySettings()).rows[0] ?? defaultSettings
  const company = useQuery(ownCompany()).rows[0]
  const world = {
    queues,
    options: [...others, ...withDrafts(tree.options, tree.drafts)],
    connection: useQuery(connectionFor({ queueId: id })).rows[0] ?? newConnection,
    scheduleType,
    companyHours: company?.hours ?? null,
    timeZone: company?.timeZone ?? 'America/Sao_Paulo',
  }
  const controls = useTrial(world, id)
  return (
    <ResourcePage
      title={t`Chatbot de ${name}`}
      purpose={<Trans>As opções que o cliente recebe depois da saudação da fila.</Trans>}
      action={mayEdit && <EditQueueLink id={id} />}
      back={<Back />}
    >
      <div className="grid items-start gap-6 [--indent:16px] sm:[--indent:28px] lg:grid-cols-[minmax(0,1fr)_22.5rem]">
        {mayEdit ? (
          <Options queue={queue} tree={tree} currentId={controls.trial.state.botOptionId} />
        ) : (
          <ReadOptions options={tree.options} currentId={controls.trial.state.botOptionId} />
        )}
        <div className="lg:sticky lg:top-0">
          <TrialChat controls={controls} world={world} />
        </div>
      </div>
    </ResourcePage>
  )
}

function Options({ queue, tree, currentId }: { queue: QueueRow; tree: OptionTreeState; currentId: string | null }) {
  const { t } = useLingui()
  const add = <AddButton onAdd={() => tree.add(null, addName)} primary={tree.options.length === 0} />
  return (
    <div className="flex flex-col gap-3">
      {tree.options.length === 0 && (
        <div className="rounded-lg border border-dashed border-line-strong">
          <EmptyState icon={Workflow} title={t`Este chatbot ainda não tem opções`} action={add}>
            <Trans>
              Depois da saudação, o cliente espera um atendente. Com opções, ele escolhe um número e o chatbot responde.
            </Trans>
          </EmptyState>
        </div>
      )}
      <OptionList tree={tree} currentId={currentId} after={tree.options.length > 0 && add} />
      <UnmadeOptions queueId={queue.id} options={tree.options} />
    </div>
  )
}

/** What gives the focus back to it. */
const addName = 'add'

function AddButton({ onAdd, primary }: { onAdd(): void; primary: boolean }) {
  return (
    <Button data-focus={addName} variant={primary ? 'primary' : 'secondary'} className="self-start" onClick={onAdd}>
      <Plus aria-hidden />
      <Trans>Adicionar opção</Trans>
    </Button>
  )
}

function Back() {
  return (
    <Link
      to="/queues"
      className="inline-flex items-center gap-1 rounded-sm text-sm text-muted hover:text-ink touch:h-11"
    >
      <ArrowLeft aria-hidden className="size-4" />
      <Trans>Filas</Trans>
    </Link>
  )
}

function EditQueueLink({ id }: { id: string }) {
  return (
    <Link to="/queues/$queueId" params={{ queueId: id }} className={buttonVariants()}>
      <Trans>Editar fila</Trans>
    </Link>
  )
}
