// What was done to a ticket and the server did not take: in words, where the ticket is. Messages say so themselves, in their bubbles.
import { t } from '@lingui/core/macro'
import type { OutboxEntry } from '../../sync/client.ts'
import { codeMessage } from '../../lib/text/error-message.ts'

/** In a few words; null: it is told elsewhere. */
export function actionWords({ name }: Pick<OutboxEntry, 'name'>): string | null {
  switch (name) {
    case 'ticket.accept':
      return t`Aceitar`
    case 'ticket.return':
      return t`Devolver`
    case 'ticket.close':
      return t`Resolver`
    case 'ticket.reopen':
      return t`Reabrir`
    case 'ticket.transfer':
      return t`Transferir`
    case 'ticket.delete':
      return t`Excluir atendimento`
    case 'ticketNote.create':
      return t`Adicionar observação`
    case 'ticketNote.delete':
      return t`Excluir observação`
    case 'message.forward':
      return t`Encaminhar mensagem`
    case 'ticketTag.add':
    case 'ticketTag.remove':
    case 'ticketTag.sync':
    case 'ticketTag.clearLanes':
    case 'ticketTag.move':
      return t`Mudar etiquetas`
    default:
      return null
  }
}

/** Of which ticket it is, as far as its arguments say. */
export function ticketIdOf({ name, args }: Pick<OutboxEntry, 'name' | 'args'>): string | undefined {
  const id = name.startsWith('ticket.') ? args['id'] : args['ticketId']
  return typeof id === 'string' ? id : undefined
}

type Shown = Pick<OutboxEntry, 'name' | 'args' | 'state' | 'heldBy'>

/** Refused, or waiting for one that was, and nobody else says so. In order. */
export const refusalsOf = <Entry extends Shown>(entries: readonly Entry[], ticketId: string): Entry[] =>
  entries.filter(
    (entry) =>
      (entry.state === 'refused' || entry.heldBy !== undefined) &&
      actionWords(entry) !== null &&
      ticketIdOf(entry) === ticketId,
  )

export function refusalReason({ code, details, because, heldBy }: OutboxEntry): string {
  if (because !== undefined) return t`Dependia de uma ação anterior, que não foi aceita.`
  if (heldBy !== undefined) return t`Espera por algo que o servidor não aceitou.`
  return codeMessage(code ?? 'ERR_INTERNAL', details)
}
