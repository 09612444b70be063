// The tickets behind a figure, read from the server; each opens where tickets are.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { QueueMark } from '../../components/queue-mark.tsx'
import { ResourceCards } from '../../components/resource-list/resource-cards.tsx'
import { PageScroller } from '../../components/resource-list/resource-page.tsx'
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useServerWindow } from '../../desk/server/use-server-window.ts'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { ticketsBehind, type TicketBehind } from './answers.ts'
import { durationWords } from './figures.ts'

/** As the server calls them. */
export type Figure =
  | 'pending'
  | 'waiting'
  | 'happening'
  | 'opened'
  | 'finished'
  | 'waited'
  | 'answered'
  | 'supported'
  | 'rated'
  | 'leads'

export interface Shown {
  title: string
  figure: Figure
  queueId?: string
  userId?: string
  /** Of that day alone. */
  day?: string
  /** 1 to 7, Monday first. */
  weekday?: number
  hour?: number
  /** Of the days that are looked at. */
  inPeriod?: true
}

interface BehindProps {
  shown: Shown
  /** The days that are looked at. */
  query: Record<string, string>
  onClosed(): void
}

export function Behind({ shown, query, onClosed }: BehindProps) {
  const [open, setOpen] = useState(true)
  const server = useServerWindow(pathOf(shown, query), ticketsBehind)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const { t } = useLingui()
  const { data } = server
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      placement="right"
      title={shown.title}
      description={data && plural(data.count, { one: '# atendimento', other: '# atendimentos' })}
      className="sm:w-md"
    >
      <DialogBody className="flex flex-col gap-3">
        <ServerNote {...server} />
        {data && data.elsewhere > 0 && (
          <Notice>
            {plural(data.elsewhere, {
              one: 'Mais # atendimento é de uma fila que não é sua.',
              other: 'Mais # atendimentos são de filas que não são suas.',
            })}
          </Notice>
        )}
        <div ref={setScroller}>
          {data && (
            <PageScroller value={{ current: scroller?.parentElement ?? null }}>
              <ResourceCards
                label={shown.title}
                rows={data.tickets}
                columns={[
                  { label: t`Contato`, Cell: Who },
                  { label: t`Como foi`, Cell: How },
                ]}
                Note={Nothing}
                Actions={Nothing}
                total={data.count}
                onEndNear={server.more}
              />
            </PageScroller>
          )}
        </div>
      </DialogBody>
    </Dialog>
  )
}

function pathOf({ title: _title, inPeriod, ...asked }: Shown, query: Record<string, string>) {
  const given = Object.entries(asked).map(([key, value]) => [key, String(value)])
  return `/dashboard/tickets?${new URLSearchParams([...given, ...(inPeriod ? Object.entries(query) : [])])}`
}

const Nothing = () => null

function Who({ row: { ticketId, number, contactName, queueName, queueColor, userName } }: { row: TicketBehind }) {
  const { t } = useLingui()
  const facts = [number !== null && `#${number}`, queueName ?? t`Sem fila`, userName].filter(Boolean)
  return (
    <span className="flex min-w-0 flex-col">
      <Link
        to="/tickets/$ticketId"
        params={{ ticketId }}
        dir="auto"
        className="truncate font-medium text-link hover:underline"
      >
        {contactName}
      </Link>
      <span className="flex min-w-0 items-center gap-1.5 text-sm text-muted tabular">
        <QueueMark color={queueColor} />
        <span className="truncate">{facts.join(' · ')}</span>
      </span>
    </span>
  )
}

function How({ row }: { row: TicketBehind }) {
  const { t } = useLingui()
  const { startedAt, waitingSince, closedAt, waitTime, firstAnswerTime, supportTime, rating } = row
  const facts = [
    closedAt
      ? t`finalizado ${formatDateTime(closedAt)}`
      : waitingSince && t`espera desde ${formatDateTime(waitingSince)}`,
    waitTime !== null && t`espera ${durationWords(waitTime)}`,
    firstAnswerTime !== null && t`resposta ${durationWords(firstAnswerTime)}`,
    supportTime !== null && t`atendimento ${durationWords(supportTime)}`,
    rating !== null && t`avaliação ${rating}`,
  ].filter(Boolean)
  return (
    <span className="flex flex-col text-xs text-muted tabular">
      <span>{t`aberto ${formatDateTime(startedAt)}`}</span>
      {facts.length > 0 && <span>{facts.join(' · ')}</span>}
    </span>
  )
}
