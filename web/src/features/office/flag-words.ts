import { useLingui } from '@lingui/react/macro'
import type { planFlags } from 'db/companies/plan-columns.ts'

/** What a plan may have beside conversations. */
export function useFlagWords(): Record<(typeof planFlags)[number], string> {
  const { t } = useLingui()
  return {
    useCampaigns: t`Campanhas`,
    useSchedules: t`Agendamentos`,
    useInternalChat: t`Chat interno`,
    useExternalApi: t`API de mensagens`,
    useKanban: t`Kanban`,
    useOpenAi: t`Inteligência artificial`,
    useIntegrations: t`Integrações`,
  }
}
