// Why a connection is not up, and what to do about it, in words.
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StatusReason } from 'db/connections/table.ts'

interface ReasonMessages {
  meaning: MessageDescriptor
  advice: MessageDescriptor
}

const messages: Record<StatusReason, ReasonMessages> = {
  disconnected: {
    meaning: msg`Desconectada por aqui.`,
    advice: msg`Conecte de novo quando quiser voltar a atender por este número.`,
  },
  logged_out: {
    meaning: msg`Desvinculada no celular, ou o WhatsApp recusou o acesso.`,
    advice: msg`Leia um novo QR code com o celular.`,
  },
  qr_expired: {
    meaning: msg`O QR code expirou sem leitura.`,
    advice: msg`Gere outro com o celular em mãos. Se foi lido e nada aconteceu, use o código de pareamento.`,
  },
  banned: {
    meaning: msg`O WhatsApp bloqueou este número.`,
    advice: msg`Abra o WhatsApp no celular para pedir uma revisão. Tentar de novo antes disso não ajuda.`,
  },
  replaced: {
    meaning: msg`A sessão foi aberta em outro lugar.`,
    advice: msg`Encerre o outro sistema que usa o mesmo vínculo. Tentamos de novo com calma, para não derrubá-lo.`,
  },
  outdated: {
    meaning: msg`O WhatsApp não aceita mais esta versão do sistema.`,
    advice: msg`Avise o suporte: é preciso atualizar. O vínculo fica guardado.`,
  },
  unreachable: {
    meaning: msg`O servidor não alcança o WhatsApp.`,
    advice: msg`É a rede do servidor, não o celular. Tentamos de novo sozinhos.`,
  },
  unavailable: {
    meaning: msg`O WhatsApp está com problemas agora.`,
    advice: msg`Não é preciso fazer nada: tentamos de novo sozinhos.`,
  },
  timeout: {
    meaning: msg`A conexão com o WhatsApp caiu.`,
    advice: msg`Tentamos de novo sozinhos. O que chegar enquanto isso não se perde.`,
  },
}

export function reasonWords(reason: StatusReason): string {
  const { meaning, advice } = messages[reason]
  return `${i18n._(meaning)} ${i18n._(advice)}`
}

/** For those who can do nothing about it. */
export const meaningWords = (reason: StatusReason): string => i18n._(messages[reason].meaning)
