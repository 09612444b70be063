// The form of a connection, in sections. The token is not part of it: it is made on the server at once (token-section.tsx).
import { queueChoices } from 'db/queues/queries.ts'
import type { ConnectionRow } from 'db/connections/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isYes, yesOrNo } from '../../components/resource-form/check-fields.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState, type FormState } from '../../components/resource-form/use-form-state.ts'
import { QueuesField } from '../../components/queues-field.tsx'
import { QueueMark } from '../../components/queue-mark.tsx'
import { MessageField } from '../../components/message-field.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Select } from '../../components/ui/select.tsx'
import { SwitchRow } from '../../components/ui/switch.tsx'
import { useQuery } from '../../sync/client.ts'
import { connectionFields, type ConnectionInput, type ConnectionOutput } from './connection-fields.ts'
import { connectionRules } from './connection-rules.ts'

interface ConnectionFormProps {
  title: string
  initial: ConnectionInput
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
  form: FormState<typeof connectionFields>
}

export function ConnectionForm({ title, initial, others, notice, children, onSave, onClosed }: ConnectionFormProps) {
  const form = useFormState({
    fields: connectionFields,
    initial,
    checked: notice !== undefined,
    rules: (input) => connectionRules(input, others),
  })
  return (
    <ResourceForm title={title} form={form} onSave={onSave} onClosed={onClosed}>
      {notice}
      <Data form={form} wasDefault={isYes(initial.isDefault)} />
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
        checked={isYes(form.input.isDefault)}
        disabled={wasDefault}
        onChange={(on) => form.set('isDefault', yesOrNo(on))}
      >
        {wasDefault ? (
          <Trans>Para trocar, torne outra conexão a padrão.</Trans>
        ) : (
          <Trans>Usada quando nada diz por qual número falar.</Trans>
        )}
      </SwitchRow>
      <QueuesField
        queues={queues}
        value={form.input.queueIds}
        onChange={(ids) => form.set('queueIds', ids)}
        help={t`Com uma fila, o atendimento vai direto para ela; com várias, o cliente escolhe.`}
      />
    </>
  )
}

function Messages({ form }: PartProps) {
  const { t } = useLingui()
  return (
    <Section title={t`Mensagens`}>
      <MessageText
        form={form}
        name="greetingMessage"
        label={t`Mensagem de saudação`}
        help={t`Enviada a quem escreve; antes do menu, quando há mais de uma fila.`}
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
        help={t`Enviada a quem escreve fora do horário.`}
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
  const options = queues.map(({ id, name, color }) => ({ value: id, label: name, mark: <QueueMark color={color} /> }))
  return (
    <Section title={t`Limites do robô`}>
      <WholeField
        form={form}
        name="maxUseBotQueues"
        label={t`Máximo de menus`}
        help={t`Depois de tantos menus sem escolha, o robô se cala. 0: sem limite.`}
      />
      <WholeField
        form={form}
        name="timeUseBotQueues"
        label={t`Minutos entre menus`}
        help={t`O robô espera tanto tempo até repetir o menu. 0: não espera.`}
      />
      <Select
        label={t`Fila de destino`}
        placeholder={t`Nenhuma`}
        value={form.input.sendIdQueue}
        options={[{ value: '', label: t`Nenhuma` }, ...options]}
        onChange={(id) => form.set('sendIdQueue', id ?? '')}
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

interface NamedFieldProps extends PartProps {
  name: keyof ConnectionInput
  label: string
  help: string
}

function WholeField({ form, name, ...frame }: NamedFieldProps) {
  return <Field {...frame} {...form.field(name)} inputMode="numeric" autoComplete="off" />
}

function MessageText({ form, name, ...frame }: NamedFieldProps) {
  return <MessageField {...frame} {...form.field(name)} onText={(text) => form.set(name, text)} />
}
