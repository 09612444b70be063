import { useLingui } from '@lingui/react/macro'
import type { ApiStatus } from 'db/messages-api/rules.ts'

/** What each status of a message means, as the API names it. */
export function useStatusWords(): Record<ApiStatus, string> {
  const { t } = useLingui()
  return {
    queued: t`Espera o WhatsApp, ou a conexão voltar.`,
    sent: t`O WhatsApp recebeu.`,
    delivered: t`Chegou ao celular do cliente.`,
    read: t`O cliente leu.`,
    failed: t`Não foi enviada; error diz por quê. Um número que não está no WhatsApp: ERR_WAPP_INVALID_CONTACT.`,
    deleted: t`A conversa foi excluída aqui.`,
  }
}
