import type { OpenTicket } from 'db/tickets/queries.ts'
import { t } from '@lingui/core/macro'

/** Who has the conversation already. */
export function otherTicketWords({ userName, queueName }: Pick<OpenTicket, 'userName' | 'queueName'>): string {
  if (userName !== null && queueName !== null) {
    return t`Já existe um atendimento aberto para este contato, com ${userName}, na fila ${queueName}.`
  }
  if (userName !== null) return t`Já existe um atendimento aberto para este contato, com ${userName}.`
  return t`Já existe um atendimento aberto para este contato.`
}
