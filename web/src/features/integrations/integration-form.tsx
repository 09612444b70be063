// The form of an integration. Everything but its secrets is saved on this device and may wait; those need the server at once.
import { integrationColumns, integrationLanguages, missingField } from 'db/integrations/mutations.ts'
import type { IntegrationRow } from 'db/integrations/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { newId } from 'db/kit/new-id.ts'
import { integrationTypes } from 'db/responders/kinds.ts'
import { useState } from 'react'
import * as v from 'valibot'
import { wholeNumber, type FormOutput } from '../../components/resource-form/check-fields.ts'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState, type FormState } from '../../components/resource-form/use-form-state.ts'
import { Button } from '../../components/ui/button.tsx'
import { Field, TextareaField } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Select } from '../../components/ui/inputs/select.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { useOnline } from '../../desk/server/use-online.ts'
import { ShownOnce } from '../../desk/server/shown-once.tsx'
import type { RowFormProps } from '../../resource/resource.ts'
import { giveAccount } from './account-key.ts'
import { typeNames, useLanguageWords } from './type-words.tsx'

const fields = { ...integrationColumns, jsonContent: v.pipe(v.string(), v.trim(), v.maxLength(20_000)) }
type State = FormState<typeof fields>

const secretAnswer = v.object({ secret: v.string() })

export function IntegrationForm({ title, initial, isNew, notice, onSave, onClosed }: RowFormProps<IntegrationRow>) {
  const { t } = useLingui()
  const need = (field: 'projectName' | 'urlN8N' | 'typebotSlug') => (values: State['values']) =>
    missingField(trimmed(values)) === field ? t`Obrigatório` : null
  const form = useFormState({
    fields,
    initial: { ...initial, language: languageOf(initial), jsonContent: '' },
    checked: notice !== null,
    words: { name: { 'too-short': t`nome muito curto` } },
    rules: { projectName: need('projectName'), urlN8N: need('urlN8N'), typebotSlug: need('typebotSlug') },
  })
  const save = async ({ jsonContent, ...values }: FormOutput<typeof fields>) => {
    // A new row's id is known here, because its key follows it.
    const id = isNew ? newId() : initial.id
    await onSave(isNew ? { id, ...values } : values)
    if (jsonContent !== '') void giveAccount(id, values.name, jsonContent)
  }
  const { type } = form.values
  return (
    <ResourceForm title={title} form={form} onSave={save} onClosed={onClosed}>
      {notice}
      <Select
        label={t`Tipo`}
        placeholder=""
        value={type}
        options={integrationTypes.map((each) => ({ value: each, label: typeNames[each] }))}
        onChange={(chosen) => form.set({ type: chosen ?? type })}
      />
      <Field label={t`Nome`} {...form.field('name')} autoFocus autoComplete="off" />
      {type === 'dialogflow' && <Dialogflow form={form} id={isNew ? null : initial.id} hint={initial.secretHint} />}
      {(type === 'n8n' || type === 'webhook') && (
        <>
          <Field
            label={t`URL`}
            help={t`Recebe cada mensagem do cliente por um POST; o que responder é dito a ele.`}
            {...form.field('urlN8N')}
            inputMode="url"
            autoComplete="off"
          />
          <Signing id={isNew ? null : initial.id} hint={initial.secretHint} />
        </>
      )}
      {type === 'typebot' && <Typebot form={form} />}
    </ResourceForm>
  )
}

const trimmed = ({ type, projectName, urlN8N, typebotSlug }: State['values']) => {
  return { type, projectName: projectName.trim(), urlN8N: urlN8N.trim(), typebotSlug: typebotSlug.trim() }
}

const languageOf = ({ language }: IntegrationRow) =>
  integrationLanguages.find((each) => each === language) ?? integrationLanguages[0]

interface PartProps {
  form: State
}

interface SecretProps {
  /** Null of one that is not saved yet. */
  id: string | null
  hint: string | null
}

function Dialogflow({ form, id, hint }: PartProps & SecretProps) {
  const { t } = useLingui()
  const online = useOnline()
  const words = useLanguageWords()
  const { disabled, send } = useServerCall()
  const [said, setSaid] = useState<string | null>(null)
  const { projectName, language, jsonContent } = form.values
  const test = async () => {
    setSaid(null)
    const body = { id, projectName, language, ...(jsonContent.trim() !== '' && { jsonContent }) }
    const done = await send('POST', '/queueIntegration/testSession', body)
    const answer = done && v.safeParse(v.object({ texts: v.array(v.string()) }), done.answer)
    if (answer?.success) setSaid(answer.output.texts.join('\n') || '—')
  }
  return (
    <>
      <Field label={t`Nome do projeto`} {...form.field('projectName')} autoComplete="off" autoCapitalize="off" />
      <Select
        label={t`Idioma`}
        placeholder=""
        value={language}
        options={integrationLanguages.map((each) => ({ value: each, label: words[each] }))}
        onChange={(chosen) => form.set({ language: chosen ?? language })}
      />
      {online || jsonContent !== '' ? (
        <TextareaField
          label={t`Conta de serviço (JSON)`}
          help={
            hint === null
              ? t`O arquivo da conta de serviço do Google. Fica cifrado no servidor; ninguém o lê de novo.`
              : t`Guardada: ${hint}. Em branco, fica como está.`
          }
          {...form.field('jsonContent')}
          spellCheck={false}
        />
      ) : (
        <Notice>
          <Trans>Sem internet a chave não pode ser guardada. Abra esta integração de novo quando houver conexão.</Trans>
        </Notice>
      )}
      <Button
        className="self-start"
        disabled={disabled || projectName.trim() === '' || (jsonContent.trim() === '' && hint === null)}
        onClick={() => void test()}
      >
        <Trans>Testar sessão</Trans>
      </Button>
      {said !== null && <Notice>{t`O agente respondeu: ${said}`}</Notice>}
    </>
  )
}

function Signing({ id, hint }: SecretProps) {
  const { t } = useLingui()
  const { disabled, send } = useServerCall()
  const [secret, setSecret] = useState<string | null>(null)
  if (id === null) {
    return (
      <Notice>
        <Trans>Depois de salvar, gere aqui o segredo com que os envios são assinados.</Trans>
      </Notice>
    )
  }
  const make = async () => {
    const done = await send('POST', `/queueIntegration/${id}/secret`)
    if (done) setSecret(v.parse(secretAnswer, done.answer).secret)
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm text-muted">
        {hint === null ? (
          <Trans>Os envios ainda não são assinados: gere um segredo.</Trans>
        ) : (
          <Trans>Os envios são assinados (Standard Webhooks) com um segredo que termina em {hint}.</Trans>
        )}
      </p>
      {secret !== null && (
        <div className="w-full">
          <ShownOnce label={t`Segredo`} secret={secret} />
        </div>
      )}
      <Button disabled={disabled} onClick={() => void make()}>
        {hint === null ? <Trans>Gerar segredo</Trans> : <Trans>Gerar outro segredo</Trans>}
      </Button>
    </div>
  )
}

function Typebot({ form }: PartProps) {
  const { t } = useLingui()
  return (
    <>
      <Field
        label={t`URL do Typebot`}
        help={t`A do visualizador, onde o chatbot conversa, sem o nome dele.`}
        {...form.field('urlN8N')}
        inputMode="url"
        autoComplete="off"
      />
      <Field
        label={t`Nome do chatbot (slug)`}
        help={t`O fim do endereço público do chatbot.`}
        {...form.field('typebotSlug')}
        autoComplete="off"
        autoCapitalize="off"
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <Field
          label={t`Intervalo (ms)`}
          help={t`Antes de cada mensagem.`}
          {...form.field('typebotDelayMessage', wholeNumber)}
          inputMode="numeric"
        />
        <Field
          label={t`Expira (minutos)`}
          help={t`Sem resposta, recomeça; 0: nunca.`}
          {...form.field('typebotExpires', wholeNumber)}
          inputMode="numeric"
        />
        <Field label={t`Palavra para encerrar`} {...form.field('typebotKeywordFinish')} autoComplete="off" />
        <Field label={t`Palavra para recomeçar`} {...form.field('typebotKeywordRestart')} autoComplete="off" />
      </div>
      <TextareaField label={t`Mensagem ao recomeçar`} {...form.field('typebotRestartMessage')} />
      <TextareaField
        label={t`Mensagem quando não entende`}
        help={t`No lugar da do chatbot; também quando chega algo que não é texto.`}
        {...form.field('typebotUnknownMessage')}
      />
    </>
  )
}
