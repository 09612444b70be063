// The form of a campaign: a draft may have gaps, one with a time may not. Of a cancelled one only the words are changed; one that runs,
// ran, or begins within the hour is looked at.
import { Trans, useLingui } from '@lingui/react/macro'
import { campaignColumns } from 'db/campaigns/mutations.ts'
import { editable, missing } from 'db/campaigns/rules.ts'
import { ownCompany } from 'db/companies/queries.ts'
import { isSame } from 'db/kit/merge-changes.ts'
import { connectionChoices } from 'db/connections/queries.ts'
import { fileListWindow } from 'db/file-lists/queries.ts'
import { DateTimeField } from '../../components/date-time/date-time-field.tsx'
import { ResourceForm } from '../../components/resource-form/resource-form.tsx'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Field } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Select } from '../../components/ui/inputs/select.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { FileField } from '../../desk/files/file-field.tsx'
import { ConnectionField } from '../../desk/number/connection-field.tsx'
import { ServerHealthLight } from '../../desk/number/health-light.tsx'
import { isPast, zonedTime } from '../../desk/local-time.ts'
import { useNewFiles } from '../../desk/files/stored-file.ts'
import { useNow } from '../../lib/use-now.ts'
import type { RowFormProps } from '../../resource/resource.ts'
import { useQuery } from '../../sync/client.ts'
import { AudienceField } from './audience-field.tsx'
import { CampaignFacts } from './campaign-facts.tsx'
import { dateOf, type CampaignRow } from './campaign-row.ts'
import { TextsField } from './texts-field.tsx'

export function CampaignForm(props: RowFormProps<CampaignRow>) {
  const { status, scheduledAt } = props.initial
  const what = editable({ status, scheduledAt: dateOf(scheduledAt) }, useNow())
  return what === 'nothing' ? <CampaignFacts {...props} /> : <Form {...props} onlyTexts={what === 'texts'} />
}

/** More than anybody chooses from. */
const most = 500

type FormProps = RowFormProps<CampaignRow> & { onlyTexts: boolean }

function Form({ title, initial, notice, onSave, onClosed, onlyTexts }: FormProps) {
  const { t } = useLingui()
  const files = useNewFiles()
  const openedOn = dateOf(initial.scheduledAt)
  const form = useCampaignForm(initial, notice !== null)
  const { values } = form
  return (
    <ResourceForm
      title={title}
      form={form}
      onSave={({ scheduledAt, ...output }) =>
        onSave({ ...output, scheduledAt: scheduledAt?.toISOString() ?? null }, files.named([output]))
      }
      onClosed={onClosed}
    >
      {notice}
      {onlyTexts && (
        <Notice>
          <Trans>
            Esta campanha já começou: só os textos e a conexão podem mudar. Valem para quem ainda não recebeu.
          </Trans>
        </Notice>
      )}
      {!onlyTexts && (
        <>
          <Field label={t`Nome`} {...form.field('name')} autoFocus autoComplete="off" />
          <Connection form={form} />
          <AudienceField form={form} />
        </>
      )}
      {onlyTexts && <Connection form={form} />}
      <TextsField form={form} which="message" />
      {!onlyTexts && (
        <SwitchRow
          label={t`Pedir confirmação`}
          checked={values.confirmation}
          onChange={(confirmation) => form.set({ confirmation })}
        >
          <Trans>Antes vai uma pergunta; a mensagem só vai para quem não recusar.</Trans>
        </SwitchRow>
      )}
      {values.confirmation && <TextsField form={form} which="question" />}
      {!onlyTexts && (
        <>
          <FileField
            label={t`Arquivo, enviado com o texto`}
            value={values}
            before={form.initial}
            files={files}
            onChange={form.set}
          />
          <FileList form={form} />
          <Start form={form} openedOn={openedOn} />
        </>
      )}
    </ResourceForm>
  )
}

/** What is missing is said where the campaign has a time. */
function useCampaignForm(initial: CampaignRow, checked: boolean): CampaignFormState {
  const { t } = useLingui()
  const openedOn = dateOf(initial.scheduledAt)
  const required = t`Escolha para poder agendar.`
  const lacks = (field: keyof ReturnType<typeof missing>) => (values: CampaignValues) =>
    values.scheduledAt !== null && missing(values)[field] !== undefined ? required : null
  return useFormState({
    fields: campaignColumns,
    initial: { ...initial, scheduledAt: dateOf(initial.scheduledAt) },
    checked,
    rules: {
      connectionId: lacks('connectionId'),
      contactListId: lacks('contactListId'),
      message1: lacks('message1'),
      confirmationMessage1: lacks('confirmationMessage1'),
      scheduledAt: ({ scheduledAt }) =>
        scheduledAt && isPast(scheduledAt) && !isSame(scheduledAt, openedOn) ? t`Escolha um horário no futuro.` : null,
    },
  })
}

export type CampaignFormState = ReturnType<typeof useFormState<typeof campaignColumns>>
type CampaignValues = CampaignFormState['values']

interface PartProps {
  form: CampaignFormState
}

function Connection({ form }: PartProps) {
  const { t } = useLingui()
  const { rows, ready } = useQuery(connectionChoices())
  const { connectionId } = form.values
  const isThere = rows.some(({ id }) => id === connectionId)
  const isGone = ready && connectionId !== null && !isThere
  return (
    <>
      <ConnectionField
        value={isGone ? null : connectionId}
        none={t`Nenhuma ainda`}
        help={t`De que número a campanha sai.`}
        error={isGone ? t`A conexão dela foi excluída: escolha outra.` : form.error('connectionId')}
        onChange={(id) => form.set({ connectionId: id })}
      />
      {isThere && connectionId !== null && <ServerHealthLight connectionId={connectionId} />}
    </>
  )
}

/** By the company's clock, wherever it is written. */
function Start({ form, openedOn }: PartProps & { openedOn: Date | null }) {
  const { t } = useLingui()
  const [company] = useQuery(ownCompany()).rows
  const timeZone = company?.timeZone ?? 'America/Sao_Paulo'
  return (
    <DateTimeField
      label={t`Data e hora do início`}
      help={
        <>
          {t`Em branco, fica como rascunho: você inicia quando quiser.`} {t`No horário de ${timeZone}.`}
        </>
      }
      {...form.field('scheduledAt', zonedTime(openedOn, timeZone))}
    />
  )
}

function FileList({ form }: PartProps) {
  const { t } = useLingui()
  const { rows } = useQuery(fileListWindow({ term: '', limit: most }))
  if (rows.length === 0 && form.values.fileListId === null) return null
  return (
    <Select
      label={t`Lista de arquivos`}
      placeholder={t`Nenhuma`}
      value={form.values.fileListId}
      options={[{ value: null, label: t`Nenhuma` }, ...rows.map(({ id, name }) => ({ value: id, label: name }))]}
      help={t`Vão antes do texto, na ordem, com a mensagem da lista.`}
      onChange={(fileListId) => form.set({ fileListId })}
    />
  )
}
