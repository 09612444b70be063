import { t } from '@lingui/core/macro'
import { useFailureWords } from '../../../lib/text/failure-words.ts'

/** Of a person of a campaign: why its message did not reach them. */
export function useCampaignFailureWords() {
  const failureWords = useFailureWords()
  return (error: string): string => {
    if (error === 'unanswered') return t`Não responderam à pergunta em três dias.`
    if (error === 'declined') return t`Responderam que não.`
    if (error === 'deleted') return t`A conversa foi excluída antes do envio.`
    return failureWords(error)
  }
}
