// Why messages that came in were not stored, in words. The reasons are the worker's (inbound/decode.ts and receive.ts).
import { t } from '@lingui/core/macro'

export function reasonWords(reason: string): string {
  const words: Record<string, string> = {
    duplicate: t`Já estava guardada`,
    group: t`De grupos, ignorados pelas configurações`,
    groupEvent: t`Avisos de grupos`,
    status: t`Status`,
    broadcast: t`Listas de transmissão`,
    newsletter: t`Canais`,
    system: t`Avisos do WhatsApp`,
    self: t`Para o próprio número`,
    peer: t`Sincronização entre aparelhos`,
    protocol: t`Mensagens de protocolo`,
    pollVote: t`Votos em enquetes`,
    pin: t`Mensagens fixadas`,
    encryptedChange: t`Alterações que só o celular pode ler`,
    album: t`Anúncio de álbum; as fotos vêm em seguida`,
    deleted: t`Apagadas antes de chegar`,
    notEmoji: t`Reações que não são um emoji`,
    empty: t`Sem conteúdo`,
    waiting: t`Alterações de mensagens que não estão aqui`,
    otherChat: t`Alterações de mensagens de outra conversa`,
    notTheirs: t`Alterações de mensagens de outra pessoa`,
    outdated: t`Edições mais antigas que a atual`,
  }
  return words[reason] ?? reason
}
