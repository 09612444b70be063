import { Trans, useLingui } from '@lingui/react/macro'
import { weekdayName } from '../../../components/hours-editor/hours-words.ts'
import { Tab, Tabs, TabsList } from '../../../components/ui/tabs.tsx'
import type { Clock, TrialControls } from './use-trial.ts'

/** When the conversation is held. */
export function TrialClock({ controls }: { controls: TrialControls }) {
  const { t } = useLingui()
  const { clock, moments, hasHours, time, setClock } = controls
  const when = `${weekdayName(time.weekday, 'short')} ${time.clock}`
  return (
    <div className="flex flex-col gap-1">
      <Tabs value={clock} onValueChange={(next: Clock) => setClock(next)}>
        <TabsList variant="segment" aria-label={t`Momento da conversa`}>
          <Tab variant="segment" value="now">
            <Trans>Agora</Trans>
          </Tab>
          <Tab variant="segment" value="open" disabled={moments.open === null} className="data-disabled:opacity-50">
            <Trans>Aberta</Trans>
          </Tab>
          <Tab variant="segment" value="closed" disabled={moments.closed === null} className="data-disabled:opacity-50">
            <Trans>Fechada</Trans>
          </Tab>
        </TabsList>
      </Tabs>
      <p className="text-xs text-muted tabular">
        {hasHours ? when : <Trans>Sempre aberta: nenhum horário conta aqui.</Trans>}
      </p>
    </div>
  )
}
