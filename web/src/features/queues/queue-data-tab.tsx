import { outOfHoursTexts } from 'db/connections/queries.ts'
import type { QueueRow } from 'db/queues/queries.ts'
import { companySettings } from 'db/settings/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { isMuteWhenClosed } from 'db/bot/out-of-hours.ts'
import { defaultSettings } from 'db/settings/table.ts'
import { ColorField } from '../../components/color-field.tsx'
import { IntegrationField } from '../../desk/responders/integration-field.tsx'
import { PromptField } from '../../desk/responders/prompt-field.tsx'
import { FileField } from '../../desk/files/file-field.tsx'
import { usePlanFeatures } from '../../desk/guards/use-plan-features.ts'
import { MessageField } from '../../components/message-field.tsx'
import { wholeNumber } from '../../components/resource-form/check-fields.ts'
import { Field } from '../../components/ui/field.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import type { NewFiles } from '../../desk/files/stored-file.ts'
import { useQuery } from '../../sync/client.ts'
import { colorsOf } from './queue-fields.ts'
import type { QueueFormState } from './queue-form.tsx'

interface QueueDataTabProps {
  form: QueueFormState
  /** Null: it is to be made. */
  id: string | null
  others: readonly QueueRow[]
  files: NewFiles
}

export function QueueDataTab({ form, id, others, files }: QueueDataTabProps) {
  const { t } = useLingui()
  const isMute = useMuteHours(form, id)
  const { features } = usePlanFeatures()
  return (
    <div className="flex flex-col gap-4">
      <Field label={t`Nome`} {...form.field('name')} autoFocus autoComplete="off" />
      <ColorField label={t`Cor`} {...form.field('color')} taken={colorsOf(others)} />
      <Field
        label={t`Ordem`}
        help={t`Posição no menu que o cliente vê.`}
        {...form.field('orderQueue', wholeNumber)}
        inputMode="numeric"
        autoComplete="off"
        className="w-56"
      />
      <MessageField
        label={t`Mensagem de saudação`}
        help={t`Enviada quando o cliente escolhe esta fila, ou chega a ela sem escolher.`}
        {...form.field('greetingMessage')}
      />
      <FileField
        label={t`Arquivo da saudação`}
        value={form.values}
        before={form.initial}
        files={files}
        onChange={form.set}
      />
      <MessageField
        label={t`Mensagem fora do horário`}
        help={t`Enviada no lugar da saudação quando a fila está fechada. Em branco, vale a da conexão.`}
        warning={isMute ? <MuteWarning /> : null}
        {...form.field('outOfHoursMessage')}
      />
      <IntegrationField
        value={form.values.integrationId}
        help={t`Um chatbot ou uma automação de fora responde a quem está nesta fila; vale antes do prompt.`}
        onChange={(integrationId) => form.set({ integrationId })}
      />
      <PromptField
        value={form.values.promptId}
        help={t`Uma inteligência artificial responde a quem está nesta fila, no lugar das opções do chatbot.`}
        onChange={(promptId) => form.set({ promptId })}
      />
      {(features.has('useIntegrations') || form.values.billingLookup) && <BillingLookup form={form} />}
    </div>
  )
}

function MuteWarning() {
  return (
    <Trans>
      Em branco, e uma conexão desta fila também não tem: quem escreve fora do horário não recebe resposta.{' '}
      <Link to="/connections" className="font-medium underline">
        Ver as conexões
      </Link>
    </Trans>
  )
}

function BillingLookup({ form }: Pick<QueueDataTabProps, 'form'>) {
  const { t } = useLingui()
  return (
    <SwitchRow
      label={t`Consulta de cobranças`}
      checked={form.values.billingLookup}
      onChange={(billingLookup) => form.set({ billingLookup })}
    >
      <Trans>
        O chatbot pede o CPF ou CNPJ e envia as cobranças em aberto. Os sistemas de cobrança são informados em{' '}
        <Link to="/settings" className="underline">
          Configurações
        </Link>
        . Vale quando a fila não tem prompt nem integração.
      </Trans>
    </SwitchRow>
  )
}

/** Whether somebody who writes to it out of its hours would be told nothing. */
function useMuteHours({ values }: QueueFormState, id: string | null): boolean {
  const { scheduleType } = useQuery(companySettings()).rows[0] ?? defaultSettings
  const { rows: connections } = useQuery(outOfHoursTexts({ queueId: id }))
  return (
    scheduleType === 'queue' &&
    connections.some((own) => isMuteWhenClosed({ scheduleType, companyHours: null, ...own }, values))
  )
}
