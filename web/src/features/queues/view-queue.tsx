// A queue to be read, by those who may not change it.
import { useLingui } from '@lingui/react/macro'
import { Fact, FactSheet } from '../../components/fact-sheet.tsx'
import { HoursSummary } from '../../components/hours-editor/hours-summary.tsx'
import type { QueueRow } from 'db/queues/queries.ts'

export function ViewQueue({ queue, onClosed }: { queue: QueueRow; onClosed(): void }) {
  const { t } = useLingui()
  const { name, orderQueue, greetingMessage, outOfHoursMessage, hours, mediaName, billingLookup } = queue
  const none = t`Nenhuma`
  return (
    <FactSheet title={name} onClosed={onClosed}>
      <Fact label={t`Ordem`}>{orderQueue}</Fact>
      <Fact label={t`Mensagem de saudação`}>{greetingMessage.trim() || none}</Fact>
      {mediaName !== null && <Fact label={t`Arquivo da saudação`}>{mediaName}</Fact>}
      <Fact label={t`Mensagem fora do horário`}>{outOfHoursMessage.trim() || none}</Fact>
      {billingLookup && <Fact label={t`Consulta de cobranças`}>{t`Ligada`}</Fact>}
      <Fact label={t`Horários de atendimento`}>
        <HoursSummary hours={hours} />
      </Fact>
    </FactSheet>
  )
}
