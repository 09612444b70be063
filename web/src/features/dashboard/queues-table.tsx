// By queue: who waits now and for how long, and what became of the days that are looked at.
import { useLingui } from '@lingui/react/macro'
import { QueueMark } from '../../components/queue-mark.tsx'
import type { Dashboard, QueueFigures } from './answers.ts'
import type { Shown } from './behind.tsx'
import { durationWords, minutesSince } from './figures.ts'
import { FiguresTable, type FigureCell } from './figures-table.tsx'

interface QueuesTableProps {
  data: Dashboard
  /** What waits has waited until then. */
  now: Date
  onShow(shown: Shown): void
}

export function QueuesTable({ data, now, onShow }: QueuesTableProps) {
  const { t } = useLingui()
  if (data.queues.length === 0) return <p className="px-4 py-6 text-sm text-muted">{t`Nenhuma fila ainda`}</p>
  const nameOf = (queue: QueueFigures) => queue.name ?? t`Sem fila`
  const counted = (queue: QueueFigures, count: number, figure: 'waiting' | 'happening', what: string): FigureCell => {
    const title = `${nameOf(queue)}: ${what}`
    const queueId = queue.id ?? 'none'
    return {
      text: count.toLocaleString(),
      label: `${title}, ${count}`,
      onOpen: count === 0 ? null : () => onShow({ title, figure, queueId }),
    }
  }
  return (
    <FiguresTable
      label={t`Filas`}
      heads={[t`Fila`, t`Aguardando`, t`Maior espera`, t`Em atendimento`, t`Espera média`]}
      rows={data.queues.map((queue) => ({
        key: queue.id ?? 'none',
        head: (
          <span className="flex min-w-0 items-center gap-2">
            <QueueMark color={queue.color} />
            <span className="truncate">{nameOf(queue)}</span>
          </span>
        ),
        cells: [
          counted(queue, queue.waiting, 'waiting', t`Aguardando`),
          { text: durationWords(queue.waitingSince && minutesSince(queue.waitingSince, now)) },
          counted(queue, queue.open, 'happening', t`Em atendimento`),
          { text: durationWords(queue.avgWaitTime) },
        ],
      }))}
    />
  )
}
