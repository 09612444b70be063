import { t } from '@lingui/core/macro'

/** Where a person of a campaign stands. */
export function stateWords(state: string): string {
  const words: Record<string, string> = {
    waiting: t`Por enviar`,
    asked: t`Pergunta enviada, sem resposta ainda`,
    confirmed: t`Confirmou, por enviar`,
    sending: t`Saindo agora`,
    delivered: t`Entregue`,
    failed: t`Falhou`,
    invalid: t`Sem WhatsApp`,
    opted_out: t`Pediu para não receber`,
  }
  return words[state] ?? state
}
