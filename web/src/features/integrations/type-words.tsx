import { useLingui } from '@lingui/react/macro'
import type { IntegrationType } from 'db/responders/kinds.ts'
import { BotMessageSquare, Brain, Webhook, Workflow, type LucideIcon } from 'lucide-react'

export const typeIcons: Record<IntegrationType, LucideIcon> = {
  dialogflow: Brain,
  n8n: Workflow,
  webhook: Webhook,
  typebot: BotMessageSquare,
}

export const typeNames: Record<IntegrationType, string> = {
  dialogflow: 'Dialogflow',
  n8n: 'n8n',
  webhook: 'Webhook',
  typebot: 'Typebot',
}

export function useLanguageWords() {
  const { t } = useLingui()
  return { 'pt-BR': t`Português`, en: t`Inglês`, es: t`Espanhol` }
}
