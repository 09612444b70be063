import { Trans, useLingui } from '@lingui/react/macro'
import { QueueMark } from '../../../components/queue-mark.tsx'
import { pathTo } from './option-tree.ts'
import type { Trial, TrialWorld } from './trial.ts'

/** Where the customer has got to: queue, option, or people. */
export function TrialState({ trial: { state, said }, world }: { trial: Trial; world: TrialWorld }) {
  const { t } = useLingui()
  const queue = world.queues.find(({ id }) => id === state.queueId)
  const path = pathTo(world.options, state.botOptionId).map(({ title }) => title)
  const where = [queue?.name, ...path].filter(Boolean).join(' › ')
  return (
    <p
      aria-label={t`Onde o cliente está`}
      role="group"
      className="flex items-center gap-2 px-3 pt-2 text-xs text-muted"
    >
      {queue && <QueueMark color={queue.color} />}
      <span className="min-w-0 break-words">
        {said.length === 0 && <Trans>O cliente ainda não escreveu.</Trans>}
        {said.length > 0 && !queue && <Trans>Escolhendo a fila.</Trans>}
        {queue && (state.chatbot ? where : <Trans>{where}: com os atendentes.</Trans>)}
      </span>
    </p>
  )
}
