import { useLingui } from '@lingui/react/macro'
import { testEvent, type WebhookEvent } from 'db/webhooks/rules.ts'

export function useEventWords(): Record<WebhookEvent | typeof testEvent, string> {
  const { t } = useLingui()
  return {
    'message.received': t`Mensagem recebida`,
    'message.sent': t`Mensagem enviada`,
    'message.ack': t`Mensagem entregue ou lida`,
    'message.failed': t`Mensagem que falhou`,
    'ticket.opened': t`Atendimento aberto`,
    'ticket.accepted': t`Atendimento aceito`,
    'ticket.transferred': t`Atendimento transferido`,
    'ticket.closed': t`Atendimento resolvido`,
    'ticket.rated': t`Atendimento avaliado`,
    'contact.created': t`Contato novo`,
    'contact.updated': t`Contato alterado`,
    'connection.up': t`Conexão no ar`,
    'connection.down': t`Conexão fora do ar`,
    'webhook.test': t`Teste`,
  }
}
