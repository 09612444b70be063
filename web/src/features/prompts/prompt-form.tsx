// The form of a prompt. Everything but its keys is saved on this device and may wait; the keys need the server at once.
import { promptColumns } from 'db/prompts/mutations.ts'
import type { PromptRow } from 'db/prompts/queries.ts'
import { noVoice, voiceNames, voices } from 'db/prompts/voices.ts'
import { queueChoices } from 'db/queues/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { newId } from 'db/kit/new-id.ts'
import * as v from 'valibot'
import { QueueMark } from '../../components/queue-mark.tsx'
import { decimalNumber, wholeNumber, type FormOutput } from '../../components/resource-form/check-fields.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState, type FormState } from '../../components/resource-form/use-form-state.ts'
import { Field, TextareaField } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Select } from '../../components/ui/inputs/select.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { useOnline } from '../../desk/server/use-online.ts'
import type { RowFormProps } from '../../resource/resource.ts'
import { useQuery } from '../../sync/client.ts'
import { Section } from './form-section.tsx'
import { giveKeys } from './prompt-keys.ts'
import { PromptLimits } from './prompt-limits.tsx'
import { Trial } from './trial.tsx'

const key = v.pipe(v.string(), v.trim(), v.maxLength(1000))
export const promptFields = { ...promptColumns, apiKey: key, voiceKey: key }
export type PromptFormState = FormState<typeof promptFields>

export function PromptForm({ title, initial, isNew, notice, onSave, onClosed }: RowFormProps<PromptRow>) {
  const form = usePromptForm(initial, notice !== null)
  const save = async ({ apiKey, voiceKey, ...values }: FormOutput<typeof promptFields>) => {
    // A new row's id is known here, because its keys follow it.
    const id = isNew ? newId() : initial.id
    await onSave(isNew ? { id, ...values } : values)
    const keys = { ...(apiKey !== '' && { apiKey }), ...(voiceKey !== '' && { voiceKey }) }
    if (Object.keys(keys).length > 0) void giveKeys(id, values.name, keys)
  }
  return (
    <ResourceForm title={title} form={form} onSave={save} onClosed={onClosed}>
      {notice}
      <Words form={form} />
      <Model form={form} hint={initial.apiKeyHint} />
      <Voice form={form} hint={initial.voiceKeyHint} />
      <PromptLimits form={form} />
      <Trial form={form} id={isNew ? null : initial.id} />
      {!isNew && (
        <Link
          to="/prompts/calls"
          search={{ promptId: initial.id }}
          className="self-start text-sm text-accent hover:underline"
        >
          <Trans>Ver o que ela recebeu e respondeu</Trans>
        </Link>
      )}
    </ResourceForm>
  )
}

function usePromptForm(initial: PromptRow, checked: boolean): PromptFormState {
  const { t } = useLingui()
  const number = { 'not-whole': t`Use um número, como 0,7.` }
  return useFormState({
    fields: promptFields,
    initial: { ...initial, voice: voiceOf(initial), apiKey: '', voiceKey: '' },
    checked,
    words: { temperature: number, inputPrice: number, outputPrice: number, ticketCost: number, dayCost: number },
    rules: {
      queueId: ({ queueId }) => (queueId === null ? t`Informe o setor` : null),
      voiceRegion: ({ voice, voiceRegion }) => (voice !== noVoice && voiceRegion.trim() === '' ? t`Obrigatório` : null),
    },
  })
}

/** One that there is no more speaks no more. */
const voiceOf = ({ voice }: PromptRow) => voiceNames.find((name) => name === voice) ?? noVoice

interface PartProps {
  form: PromptFormState
}

function Words({ form }: PartProps) {
  const { t } = useLingui()
  const { rows: queues } = useQuery(queueChoices())
  return (
    <>
      <Field label={t`Nome`} {...form.field('name')} autoFocus autoComplete="off" />
      <TextareaField
        label={t`Prompt`}
        help={t`Quem ela é, o que sabe e como fala: horários, preços, o que pode prometer. Não escreva aqui o que clientes não podem ler.`}
        {...form.field('prompt')}
      />
      <Select
        label={t`Setor`}
        placeholder={t`Escolha o setor`}
        help={t`As pessoas deste setor recebem as conversas que ela passa adiante.`}
        value={form.values.queueId}
        options={queues.map(({ id, name, color }) => ({ value: id, label: name, mark: <QueueMark color={color} /> }))}
        error={form.error('queueId')}
        onChange={(queueId) => form.set({ queueId })}
      />
    </>
  )
}

function Model({ form, hint }: PartProps & { hint: string | null }) {
  const { t } = useLingui()
  return (
    <Section title={t`Modelo`}>
      <Key form={form} name="apiKey" label={t`Chave da API`} hint={hint} />
      <Field
        label={t`Endereço da API`}
        help={t`Qualquer serviço que fala como a OpenAI, em https.`}
        {...form.field('baseUrl')}
        inputMode="url"
        autoComplete="off"
      />
      <Field label={t`Modelo`} {...form.field('model')} autoComplete="off" />
      <SwitchRow
        label={t`Modelo que raciocina`}
        checked={form.values.reasoning}
        onChange={(reasoning) => form.set({ reasoning })}
      >
        <Trans>Pensa antes de responder: sem temperatura, e o pensamento conta nos tokens.</Trans>
      </SwitchRow>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={t`Temperatura`}
          help={t`De 0, sempre igual, a 2.`}
          {...form.field('temperature', decimalNumber)}
          inputMode="decimal"
          autoComplete="off"
          disabled={form.values.reasoning}
        />
        <Field
          label={t`Máximo de tokens`}
          help={t`De uma resposta.`}
          {...form.field('maxTokens', wholeNumber)}
          inputMode="numeric"
          autoComplete="off"
        />
        <Field
          label={t`Máximo de mensagens`}
          help={t`Da conversa, que ela lê.`}
          {...form.field('maxMessages', wholeNumber)}
          inputMode="numeric"
          autoComplete="off"
        />
        <Field
          label={t`Modelo de escuta`}
          help={t`Transcreve áudios; em branco, não ouve.`}
          {...form.field('transcriptionModel')}
          autoComplete="off"
        />
      </div>
    </Section>
  )
}

function Voice({ form, hint }: PartProps & { hint: string | null }) {
  const { t } = useLingui()
  const { voice } = form.values
  const spoken = voices.map((name) => ({ value: `pt-BR-${name}Neural` as const, label: name }))
  return (
    <Section title={t`Voz`}>
      <Select
        label={t`Como responde`}
        placeholder=""
        value={voice}
        options={[{ value: noVoice, label: t`Texto` }, ...spoken]}
        help={voice === noVoice ? t`Por escrito.` : t`Em mensagens de voz; se a voz falhar, em texto.`}
        onChange={(chosen) => form.set({ voice: chosen ?? noVoice })}
      />
      {voice !== noVoice && (
        <>
          <Key form={form} name="voiceKey" label={t`Chave de voz (Azure)`} hint={hint} />
          <Field
            label={t`Região da voz`}
            help={t`Como brazilsouth.`}
            {...form.field('voiceRegion')}
            autoComplete="off"
            autoCapitalize="off"
          />
        </>
      )}
    </Section>
  )
}

interface KeyProps extends PartProps {
  name: 'apiKey' | 'voiceKey'
  label: string
  hint: string | null
}

/** Written, never read. */
function Key({ form, name, label, hint }: KeyProps) {
  const { t } = useLingui()
  const online = useOnline()
  if (!online && form.values[name] === '') {
    return (
      <Notice>
        <Trans>Sem internet a chave não pode ser guardada. Abra este prompt de novo quando houver conexão.</Trans>
      </Notice>
    )
  }
  return (
    <Field
      label={label}
      help={
        hint === null
          ? t`Fica cifrada no servidor; ninguém a lê de novo.`
          : t`Guardada, termina em ${hint}. Em branco, fica como está.`
      }
      {...form.field(name)}
      type="password"
      autoComplete="off"
    />
  )
}
