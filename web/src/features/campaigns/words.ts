// What a campaign's states are called, and why it stands still.
import { t } from '@lingui/core/macro'
import type { CampaignStatus, StopReason, WaitReason } from 'db/campaigns/table.ts'

export function statusWords(status: CampaignStatus): string {
  const words: Record<CampaignStatus, string> = {
    INATIVA: t`Inativa`,
    PROGRAMADA: t`Programada`,
    EM_ANDAMENTO: t`Em andamento`,
    CANCELADA: t`Cancelada`,
    FINALIZADA: t`Finalizada`,
  }
  return words[status]
}

export const statusLooks = {
  INATIVA: 'neutral',
  PROGRAMADA: 'neutral',
  EM_ANDAMENTO: 'warning',
  CANCELADA: 'danger',
  FINALIZADA: 'good',
} as const satisfies Record<CampaignStatus, string>

export function waitWords(reason: WaitReason): string {
  const words: Record<WaitReason, string> = {
    hours: t`Fora do horário de envio: continua sozinha.`,
    daily_cap: t`O limite de hoje deste número foi atingido: continua amanhã.`,
    overdue: t`A assinatura da empresa está vencida.`,
    plan: t`O plano da empresa não inclui campanhas.`,
  }
  return words[reason]
}

export function stopWords(reason: StopReason): string {
  const words: Record<StopReason, string> = {
    failures: t`Parou sozinha: muitas mensagens falharam.`,
    refusals: t`Parou sozinha: o WhatsApp restringiu este número.`,
    opt_outs: t`Parou sozinha: muitas pessoas pediram para sair.`,
    connection_deleted: t`Parou: a conexão foi excluída. Continue por outra.`,
    connection_banned: t`Parou: o WhatsApp baniu este número. Continue por outra conexão.`,
  }
  return words[reason]
}
