import { t } from '@lingui/core/macro'
import { missing } from 'db/campaigns/rules.ts'
import type { CampaignRow } from './campaign-row.ts'

/** What has to be written before it can start, a sentence each. */
export function missingWords(campaign: CampaignRow): string[] {
  const words: Partial<Record<keyof ReturnType<typeof missing>, string>> = {
    connectionId: t`Escolha a conexão.`,
    contactListId: t`Escolha uma lista ou etiqueta.`,
    tagId: t`Escolha uma lista ou uma etiqueta, não as duas.`,
    message1: t`Escreva ao menos uma mensagem.`,
    confirmationMessage1: t`Escreva ao menos uma pergunta de confirmação.`,
  }
  return (Object.keys(missing(campaign)) as (keyof typeof words)[]).map((field) => words[field] ?? '')
}
