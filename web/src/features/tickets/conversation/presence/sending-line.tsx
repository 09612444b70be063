// Above the field, when what is written can't go out now: says why, and that it is not lost. It never keeps anybody from writing.
// Invariant: it comes and goes without moving anything: the messages end above its place (use-message-window.ts).
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { isOverdue } from '../../../../desk/overdue.ts'
import { useDelayed } from '../../../../lib/use-delayed.ts'
import { useOnline } from '../../../../desk/server/use-online.ts'
import { useSyncStatus } from '../../../../sync/client.ts'

/** A connection that is only changing state is not worth a word. */
const settleMs = 2000

type Way = 'open' | 'offline' | 'overdue' | 'down' | 'gone'

export function SendingLine({ ticket }: { ticket: TicketDetail }) {
  const { t } = useLingui()
  const connection = ticket.connectionName ?? ''
  const online = useOnline()
  const status = useSyncStatus()
  const way = useDelayed(wayOf(ticket, status.phase === 'live'), settleMs)
  const shown = isOverdue(status) ? 'overdue' : online ? way : 'offline'
  if (shown === 'open') return null
  const words: Record<Exclude<Way, 'open'>, string> = {
    offline: t`Sem conexão: o que você escrever será enviado quando ela voltar.`,
    overdue: t`Assinatura vencida: o que você escrever fica guardado e será enviado quando ela for paga.`,
    down: t`A conexão ${connection} está fora do ar: o que você escrever será enviado quando ela voltar.`,
    gone: t`A conexão deste atendimento foi excluída. Transfira-o para outra conexão para responder.`,
  }
  return (
    <p role="status" className="absolute inset-x-0 bottom-full bg-canvas/95 px-4 py-1 text-xs text-muted">
      {words[shown]}
    </p>
  )
}

/** A deleted connection has no row; before everything is here others have none either. */
function wayOf({ connectionStatus }: TicketDetail, synced: boolean): Way {
  if (connectionStatus === 'CONNECTED') return 'open'
  if (connectionStatus !== null) return 'down'
  return synced ? 'gone' : 'open'
}
