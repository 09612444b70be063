// What was done here and the server did not take, where it was done: on a phone nothing else on this screen would say so.
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { canDo, type TicketVerb } from 'db/tickets/rules.ts'
import type { TicketStatus } from 'db/tickets/table.ts'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { otherTicketIn } from '../../../desk/tickets/other-ticket.ts'
import { actionWords, refusalReason, refusalsOf } from '../../../desk/tickets/refusals.ts'
import { toastError } from '../../../lib/app/toast.ts'
import { useDelayed } from '../../../lib/use-delayed.ts'
import { discardEntry, retryEntry, useOutbox, type OutboxEntry } from '../../../sync/client.ts'

/** What has come about otherwise leaves by itself within that time. */
const settleMs = 600

interface RefusalStripProps {
  ticketId: string
  status: TicketStatus
}

export function RefusalStrip({ ticketId, status }: RefusalStripProps) {
  const { t } = useLingui()
  const now = useOutbox((entries) => refusalsOf(entries, ticketId))
  const settled = useDelayed(now, settleMs)
  const shown = now.filter((entry) => settled.some(({ id }) => id === entry.id))
  if (shown.length === 0) return null
  return (
    <section
      aria-label={t`Não aceito pelo servidor`}
      className="max-h-[40%] shrink-0 overflow-y-auto border-b border-line bg-danger-soft"
    >
      <ul className="divide-y divide-line">
        {shown.map((entry) => (
          <Refusal key={entry.id} entry={entry} status={status} />
        ))}
      </ul>
    </section>
  )
}

function Refusal({ entry, status }: { entry: OutboxEntry; status: TicketStatus }) {
  const action = actionWords(entry)
  const written = entry.args['note']
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 max-sm:px-3">
      <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
      <div role="alert" className="min-w-0 flex-1 basis-56 text-sm">
        <p className="font-medium text-danger">
          <Trans>Não foi feito: {action}</Trans>
        </p>
        <p className="text-ink">{refusalReason(entry)}</p>
        {typeof written === 'string' && (
          <p dir="auto" className="line-clamp-2 text-left wrap-anywhere text-muted">
            {written}
          </p>
        )}
      </div>
      <div className="-mx-2.5 flex shrink-0">
        <Again entry={entry} status={status} />
        <Discard entry={entry} asks={typeof written === 'string'} />
      </div>
    </li>
  )
}

/** Nothing is offered that would be refused again as the ticket stands. */
function Again({ entry, status }: { entry: OutboxEntry; status: TicketStatus }) {
  const navigate = useNavigate()
  if (otherTicketIn(entry)) {
    const resolve = () => void navigate({ to: '.', search: (before) => ({ ...before, resolve: entry.id }) })
    return (
      <Button size="sm" variant="quiet" onClick={resolve}>
        <Trans>Decidir</Trans>
      </Button>
    )
  }
  const verb = verbs[entry.name]
  if (entry.heldBy !== undefined || (verb && !canDo(verb, status))) return null
  return (
    <Button size="sm" variant="quiet" onClick={() => void retryEntry(entry.id).catch(toastError)}>
      <Trans>Tentar de novo</Trans>
    </Button>
  )
}

const verbs: Readonly<Record<string, TicketVerb | undefined>> = {
  'ticket.accept': 'accept',
  'ticket.return': 'return',
  'ticket.close': 'close',
  'ticket.reopen': 'reopen',
  'ticket.transfer': 'transfer',
}

/** Asks where something written would go with it. */
function Discard({ entry, asks }: { entry: OutboxEntry; asks: boolean }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const discard = () => void discardEntry(entry.id).catch(toastError)
  return (
    <>
      <Button size="sm" variant="dangerQuiet" onClick={() => (asks ? setAsking(true) : discard())}>
        <Trans>Descartar</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Descartar?`}
        description={t`O que você escreveu não será enviado.`}
        confirm={t`Descartar`}
        onConfirm={discard}
      />
    </>
  )
}
