// The form of a connection, in sections. The token is not part of it: it is made on the server at once (token-section.tsx).
import { queueChoices, type QueueChoice } from 'db/queues/queries.ts'
import type { ConnectionRow } from 'db/connections/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { isMuteWhenClosed } from 'db/bot/out-of-hours.ts'
import type { ReactNode } from 'react'
import { wholeNumber, type FieldsOf } from '../../components/resource-form/check-fields.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState, type FormState } from '../../components/resource-form/use-form-state.ts'
import { QueuesField } from '../../components/queues-field.tsx'
import { QueueMark } from '../../components/queue-mark.tsx'
import { MessageField } from '../../components/message-field.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Select } from '../../components/ui/inputs/select.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { IntegrationField } from '../../desk/responders/integration-field.tsx'
import { PromptField } from '../../desk/responders/prompt-field.tsx'
import { useQuery } from '../../sync/client.ts'
import {
  connectionFields,
  type ConnectionFields,
  type ConnectionOutput,
  type ConnectionValues,
} from './connection-fields.ts'
import { connectionRules } from './connection-rules.ts'
import { ownCompany } from 'db/companies/queries.ts'
import { companySettings } from 'db/settings/queries.ts'
import { defaultSettings } from 'db/settings/table.ts'

interface ConnectionFormProps {
  title: string
  initial: ConnectionValues
  /** All connections but this one. */
  others: readonly ConnectionRow[]
  /** Above the fields: why it is opened again. */
  notice?: ReactNode
  /** Below them. */
  children?: ReactNode
  onSave(output: ConnectionOutput): Promise<void>
  onClosed(): void
}

interface PartProps {
  form: FormState<ConnectionFields>
}

export function ConnectionForm({ title, initial, others, notice, children, onSave, onClosed }: ConnectionFormProps) {
  const form = useFormState({
    fields: connectionFields,
    initial,
    checked: notice !== undefined,
    rules: connectionRules(others),
  })
  return (
    <ResourceForm title={title} form={form} onSave={onSave} onClosed={onClosed}>
      {notice}
      <Data form={form} wasDefault={initial.isDefault} />
      <Messages form={form} />
      <BotLimits form={form} />
      <Inactivity form={form} />
      {children}
    </ResourceForm>
  )
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4 border-t border-line pt-4">
      <h3 className="text-base font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Data({ form, wasDefault }: PartProps & { wasDefault: boolean }) {
  const { t } = useLingui()
  const { rows: queues } = useQuery(queueChoices())
  return (
    <>
      <Field
        label={t`Nome`}
        help={t`Por exemplo: Principal, Loja do centro.`}
        {...form.field('name')}
        autoFocus
        autoComplete="off"
      />
      <SwitchRow
        label={t`Conexão padrão`}
        checked={form.values.isDefault}
        disabled={wasDefault}
        onChange={(isDefault) => form.set({ isDefault })}
      >
        {wasDefault ? (
          <Trans>Para trocar, torne outra conexão a padrão.</Trans>
        ) : (
          <Trans>Usada quando nada diz por qual número falar.</Trans>
        )}
      </SwitchRow>
      <QueuesField
        queues={queues}
        value={form.values.queueIds}
        onChange={(queueIds) => form.set({ queueIds })}
        help={t`Com uma fila, o atendimento vai direto para ela; com várias, o cliente escolhe.`}
      />
      <GroupQueue form={form} queues={queues} />
    </>
  )
}

/** Groups choose nothing: somebody has to say where they go. */
function GroupQueue({ form, queues }: PartProps & { queues: readonly QueueChoice[] }) {
  const { t } = useLingui()
  const only = form.values.queueIds.length === 1
  const none = only ? t`A fila da conexão` : t`Nenhuma`
  const help = only
    ? t`Para onde vão as conversas de grupos.`
    : t`Para onde vão as conversas de grupos. Sem fila, só administradores as veem.`
  return (
    <Select
      label={t`Fila dos grupos`}
      placeholder={none}
      value={form.values.groupQueueId}
      options={[{ value: null, label: none }, ...optionsOf(queues)]}
      help={help}
      onChange={(groupQueueId) => form.set({ groupQueueId })}
    />
  )
}

const optionsOf = (queues: readonly QueueChoice[]) =>
  queues.map(({ id, name, color }) => ({ value: id, label: name, mark: <QueueMark color={color} /> }))

/** Who would be told nothing when it is closed; null: everybody is told. */
function useMuteHours({ values }: FormState<ConnectionFields>): string | null {
  const { t } = useLingui()
  const { rows: queues } = useQuery(queueChoices())
  const { scheduleType } = useQuery(companySettings()).rows[0] ?? defaultSettings
  const [company] = useQuery(ownCompany()).rows
  if (!company) return null
  const setup = { scheduleType, companyHours: company.hours, outOfHoursMessage: values.outOfHoursMessage }
  if (isMuteWhenClosed(setup, null)) return t`Em branco, quem escreve fora do horário não recebe resposta.`
  const mute = queues.filter((queue) => values.queueIds.includes(queue.id) && isMuteWhenClosed(setup, queue))
  const names = mute.map(({ name }) => name).join(', ')
  return mute.length === 0 ? null : t`Em branco, quem escreve fora do horário não recebe resposta: ${names}.`
}

function Messages({ form }: PartProps) {
  const { t } = useLingui()
  const muteHours = useMuteHours(form)
  return (
    <Section title={t`Mensagens`}>
      <MessageText
        form={form}
        name="greetingMessage"
        label={t`Mensagem de saudação`}
        help={t`Enviada a quem escreve; antes do menu, quando há mais de uma fila. Com uma só, vale a da fila, se houver.`}
      />
      <MessageText
        form={form}
        name="complationMessage"
        label={t`Mensagem de conclusão`}
        help={t`Enviada quando o atendimento é resolvido.`}
      />
      <MessageText
        form={form}
        name="outOfHoursMessage"
        label={t`Mensagem fora do expediente`}
        help={t`Enviada a quem escreve fora do horário, se a fila não tem a sua.`}
        warning={muteHours}
      />
      <MessageText
        form={form}
        name="ratingMessage"
        label={t`Mensagem de avaliação`}
        help={t`Pede uma nota de 1 a 3 quando o atendimento é resolvido.`}
      />
    </Section>
  )
}

function BotLimits({ form }: PartProps) {
  const { t } = useLingui()
  const { rows: queues } = useQuery(queueChoices())
  return (
    <Section title={t`Chatbot`}>
      <IntegrationField
        value={form.values.integrationId}
        help={t`Um chatbot ou uma automação de fora responde a quem escreve; vale antes do prompt. Com #, o cliente vai para o menu.`}
        onChange={(integrationId) => form.set({ integrationId })}
      />
      <PromptField
        value={form.values.promptId}
        help={t`Uma inteligência artificial responde a quem escreve, antes da escolha da fila. Com #, o cliente vai para o menu.`}
        onChange={(promptId) => form.set({ promptId })}
      />
      <WholeField
        form={form}
        name="maxUseBotQueues"
        label={t`Máximo de menus`}
        help={t`Depois de tantos menus sem escolha, o chatbot se cala. 0: sem limite.`}
      />
      <WholeField
        form={form}
        name="timeUseBotQueues"
        label={t`Minutos entre menus`}
        help={t`O chatbot espera tanto tempo até repetir o menu. 0: não espera.`}
      />
      <Select
        label={t`Fila de destino`}
        placeholder={t`Nenhuma`}
        value={form.values.sendIdQueue}
        options={[{ value: null, label: t`Nenhuma` }, ...optionsOf(queues)]}
        onChange={(sendIdQueue) => form.set({ sendIdQueue })}
      />
      <WholeField
        form={form}
        name="timeSendQueue"
        label={t`Minutos até a fila de destino`}
        help={t`Quem não escolheu uma fila até então vai para a de destino.`}
      />
    </Section>
  )
}

function Inactivity({ form }: PartProps) {
  const { t } = useLingui()
  return (
    <Section title={t`Inatividade`}>
      <WholeField
        form={form}
        name="expiresTicket"
        label={t`Minutos até encerrar`}
        help={t`Sem resposta do cliente por tanto tempo, o atendimento é encerrado. 0: nunca.`}
      />
      <MessageText
        form={form}
        name="expiresInactiveMessage"
        label={t`Mensagem de inatividade`}
        help={t`Enviada quando ele é encerrado assim.`}
      />
    </Section>
  )
}

interface NamedFieldProps<Value> extends PartProps {
  name: FieldsOf<ConnectionFields, Value>
  label: string
  help: string
  warning?: string | null
}

function WholeField({ form, name, ...frame }: NamedFieldProps<number | null>) {
  return <Field {...frame} {...form.field(name, wholeNumber)} inputMode="numeric" autoComplete="off" />
}

function MessageText({ form, name, ...frame }: NamedFieldProps<string>) {
  return <MessageField {...frame} {...form.field(name)} />
}
