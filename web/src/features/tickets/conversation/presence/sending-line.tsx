// Above the field, when what is written can't go out now: of this device, or of the ticket's connection.
import type { TicketDetail } from 'db/tickets/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { LineAbove, useHeldBack } from '../../../../desk/conversation/composer/line-above.tsx'
import { useDelayed } from '../../../../lib/use-delayed.ts'
import { useSyncStatus } from '../../../../sync/session-client.ts'

/** A connection that is only changing state is not worth a word. */
const settleMs = 2000

type Way = 'open' | 'down' | 'gone'

export function SendingLine({ ticket }: { ticket: TicketDetail }) {
  const { t } = useLingui()
  const connection = ticket.connectionName ?? ''
  const heldBack = useHeldBack()
  const live = useSyncStatus(({ phase }) => phase === 'live')
  const way = useDelayed(wayOf(ticket, live), settleMs)
  if (heldBack !== null) return <LineAbove>{heldBack}</LineAbove>
  if (way === 'open') return null
  const words: Record<Exclude<Way, 'open'>, string> = {
    down: t`A conexão ${connection} está fora do ar: o que você escrever será enviado quando ela voltar.`,
    gone: t`A conexão deste atendimento foi excluída. Transfira-o para outra conexão para responder.`,
  }
  return <LineAbove>{words[way]}</LineAbove>
}

/** A deleted connection has no row; before everything is here others have none either. */
function wayOf({ connectionStatus }: TicketDetail, synced: boolean): Way {
  if (connectionStatus === 'CONNECTED') return 'open'
  if (connectionStatus !== null) return 'down'
  return synced ? 'gone' : 'open'
}
