// Why a message did not go out, in words: the code of its row, or of the schedule that it was to become.
import { t } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { ScheduleError } from 'db/schedules/rules.ts'
import { codeMessage } from './error-message.ts'

/** WhatsApp's code for a number that wrote to too many strangers. To repeat what it refused makes that longer. */
export const restricted = '463'

/** In the language of the moment: who shows them is drawn again when it changes. */
export function useFailureWords() {
  useLingui()
  return failureWords
}

function failureWords(reason: string | null): string {
  const words: Record<string, string> = {
    not_on_whatsapp: codeMessage('ERR_WAPP_INVALID_CONTACT'),
    check_failed: codeMessage('ERR_WAPP_CHECK_CONTACT'),
    send_failed: codeMessage('ERR_SENDING_WAPP_MSG'),
    media_missing: t`O arquivo não está mais disponível. Anexe-o de novo.`,
    403: t`O WhatsApp não permite escrever nesta conversa (403). No grupo, talvez só administradores possam enviar.`,
    [restricted]: t`O WhatsApp restringiu este número: por enquanto ele não pode iniciar conversas (463). Não repita o envio; espere o cliente escrever ou tente em outro dia.`,
    ...scheduleWords(),
  }
  return (reason !== null && words[reason]) || t`O WhatsApp recusou a mensagem (${reason ?? '?'}).`
}

const scheduleWords = (): Record<ScheduleError, string> => ({
  late: t`O horário passou há mais de uma hora sem que fosse possível enviar.`,
  overdue: t`A assinatura da empresa estava vencida no horário do envio.`,
  plan: t`O plano da empresa não incluía agendamentos no horário do envio.`,
  no_connection: t`A empresa não tem uma conexão padrão. Verifique a página de conexões.`,
  connection_deleted: t`A conexão desta conversa foi excluída. Envie por outra conexão.`,
  connection_banned: t`O WhatsApp baniu o número desta conexão. Envie por outra conexão.`,
})
