import { Trans, useLingui } from '@lingui/react/macro'
import { webhookColumns, webhookEvents } from 'db/webhooks/rules.ts'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { callServer, toastFailure } from '../../desk/server/server-call.ts'
import { useOnline } from '../../desk/server/use-online.ts'
import type { Webhook } from './answers.ts'
import { useEventWords } from './event-words.ts'

const blank = { name: '', url: 'https://', events: [], active: true }

interface WebhookFormProps {
  /** Null: a new one. */
  webhook: Webhook | null
  /** With what the server answered. */
  onSaved(answer: unknown): void
  onClosed(): void
}

export function WebhookForm({ webhook, onSaved, onClosed }: WebhookFormProps) {
  const { t } = useLingui()
  const online = useOnline()
  const words = useEventWords()
  const initial = webhook
    ? { name: webhook.name, url: webhook.url, events: webhook.events, active: webhook.active }
    : blank
  const form = useFormState({ fields: webhookColumns, initial, checked: false })
  const { events, url, active } = form.values
  const save = async (output: object) =>
    onSaved(
      await (webhook ? callServer('PUT', `/webhooks/${webhook.id}`, output) : callServer('POST', '/webhooks', output)),
    )
  return (
    <ResourceForm
      title={webhook ? t`Editar webhook` : t`Novo webhook`}
      form={form}
      disabled={!online}
      onSave={save}
      onFailed={toastFailure}
      onClosed={onClosed}
    >
      <Field {...form.field('name')} label={t`Nome`} autoComplete="off" />
      <Field
        {...form.field('url')}
        label={t`Endereço (URL)`}
        help={t`Recebe um POST assinado (Standard Webhooks). Precisa ser um endereço público, sem redirecionamento.`}
        inputMode="url"
        autoComplete="off"
      />
      {/^http:\/\//i.test(url) && (
        <Notice tone="warning">
          <Trans>Sem https, o que é enviado pode ser lido no caminho.</Trans>
        </Notice>
      )}
      <SwitchRow label={t`Ligado`} checked={active} onChange={(on) => form.set({ active: on })}>
        <Trans>Desligado, nada é guardado para ele.</Trans>
      </SwitchRow>
      <section aria-label={t`Eventos`} className="flex flex-col gap-2 border-t border-line pt-4">
        <h3 className="text-base font-semibold">
          <Trans>Eventos</Trans>
        </h3>
        {form.error('events') && <p className="text-sm text-danger">{t`Escolha pelo menos um.`}</p>}
        {webhookEvents.map((event) => (
          <SwitchRow
            key={event}
            label={words[event]}
            checked={events.includes(event)}
            onChange={(on) => form.set({ events: on ? [...events, event] : events.filter((each) => each !== event) })}
          >
            <code>{event}</code>
          </SwitchRow>
        ))}
      </section>
    </ResourceForm>
  )
}
