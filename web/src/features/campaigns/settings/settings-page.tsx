// How the company sends its campaigns: pauses, hours, what a day takes, the words of its own. Saved together, also without network.
import { Trans, useLingui } from '@lingui/react/macro'
import {
  defaultPace,
  fullWarmUp,
  greaterIntervalChoices,
  intervalChoices,
  longerAfterChoices,
  type PaceSettings,
} from 'db/campaigns/pace.ts'
import { campaignSettingsOwn } from 'db/campaigns/queries.ts'
import { campaignSettingColumns } from 'db/campaigns/settings.ts'
import { ownCompany } from 'db/companies/queries.ts'
import { isSame } from 'db/kit/merge-changes.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { useState } from 'react'
import * as v from 'valibot'
import { TimeField } from '../../../components/date-time/time-input.tsx'
import { ResourcePage } from '../../../components/resource-list/resource-page.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { Select } from '../../../components/ui/inputs/select.tsx'
import { Skeleton } from '../../../components/ui/skeleton.tsx'
import { SwitchRow } from '../../../components/ui/inputs/switch.tsx'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { toastError } from '../../../lib/app/toast.ts'
import { toastSaved } from '../../../resource/toast-saved.ts'
import { mutate, useQuery } from '../../../sync/client.ts'
import { BackToCampaigns } from '../back.tsx'
import { SettingsGroup } from './settings-group.tsx'
import { StopFields } from './stop-fields.tsx'
import { VariablesTable } from './variables-table.tsx'
import { WarmUpCurve } from './warm-up-curve.tsx'

export function CampaignSettingsPage() {
  const { t } = useLingui()
  const { rows, ready } = useQuery(campaignSettingsOwn())
  const [company] = useQuery(ownCompany()).rows
  const mayEdit = hasPermission(useActor(), 'campaigns-page:edit')
  const saved = rows[0] ?? defaultPace
  return (
    <ResourcePage
      title={t`Configurações das campanhas`}
      purpose={<Trans>O ritmo do envio, que protege o seu número, e as variáveis da empresa.</Trans>}
      back={<BackToCampaigns />}
      action={null}
    >
      {!ready || !company ? (
        <Skeleton className="h-96 rounded-lg" />
      ) : (
        <Form key={JSON.stringify(saved)} companyId={company.id} saved={saved} mayEdit={mayEdit} />
      )}
    </ResourcePage>
  )
}

interface FormProps {
  companyId: string
  saved: PaceSettings
  mayEdit: boolean
}

export interface PartProps {
  values: PaceSettings
  set(part: Partial<PaceSettings>): void
}

function Form({ companyId, saved, mayEdit }: FormProps) {
  const { t } = useLingui()
  const [values, setValues] = useState(saved)
  const set = (part: Partial<PaceSettings>) => setValues((before) => ({ ...before, ...part }))
  const changed = (Object.keys(campaignSettingColumns) as (keyof PaceSettings)[]).filter(
    (key) => !isSame(values[key], saved[key]),
  )
  const isValid = v.is(v.object(campaignSettingColumns), values)
  const save = async () => {
    const changes = Object.fromEntries(changed.map((key) => [key, { from: saved[key], to: values[key] }]))
    try {
      await mutate('campaignSettings.update', { id: companyId, changes })
      toastSaved(t`Configurações salvas`)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    // Who may not change them reads them.
    <fieldset disabled={!mayEdit} className="flex min-w-0 flex-col gap-6">
      {!mayEdit && (
        <Notice>
          <Trans>Só administradores mudam as configurações.</Trans>
        </Notice>
      )}
      <SettingsGroup title={t`Intervalos`}>
        <Intervals values={values} set={set} />
      </SettingsGroup>
      <SettingsGroup title={t`Horário e limite`}>
        <Limits values={values} set={set} />
      </SettingsGroup>
      <SettingsGroup title={t`Aquecimento de número novo`}>
        <WarmUp values={values} set={set} />
      </SettingsGroup>
      <SettingsGroup title={t`Descadastro`}>
        <StopFields values={values} set={set} />
      </SettingsGroup>
      <SettingsGroup title={t`Variáveis`}>
        <VariablesTable variables={values.variables} onChange={(variables) => set({ variables })} />
      </SettingsGroup>
      {mayEdit && (
        <Button
          variant="primary"
          disabled={changed.length === 0 || !isValid}
          className="self-end"
          onClick={() => void save()}
        >
          <Trans>Salvar Configurações</Trans>
        </Button>
      )}
    </fieldset>
  )
}

function Intervals({ values, set }: PartProps) {
  const { t } = useLingui()
  const seconds = (count: number) => (count === 1 ? t`1 segundo` : t`${count} segundos`)
  const numbers = (choices: readonly number[], words: (choice: number) => string) =>
    choices.map((choice) => ({ value: String(choice), label: words(choice) }))
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Select
        label={t`Intervalo entre mensagens`}
        placeholder=""
        value={String(values.messageInterval)}
        options={numbers(intervalChoices, (count) => (count === 0 ? t`Sem intervalo` : seconds(count)))}
        help={t`Por conexão, somando todas as campanhas. Varia até 20% para cima ou para baixo.`}
        onChange={(value) => set({ messageInterval: Number(value) })}
      />
      <Select
        label={t`Intervalo maior depois de`}
        placeholder=""
        value={String(values.longerIntervalAfter)}
        options={numbers(longerAfterChoices, (count) =>
          count === 0 ? t`Não definido` : count === 1 ? t`1 mensagem` : t`${count} mensagens`,
        )}
        onChange={(value) => set({ longerIntervalAfter: Number(value) })}
      />
      <Select
        label={t`Intervalo maior`}
        placeholder=""
        value={String(values.greaterInterval)}
        options={numbers(greaterIntervalChoices, (count) => (count === 0 ? t`Sem intervalo` : seconds(count)))}
        onChange={(value) => set({ greaterInterval: Number(value) })}
      />
    </div>
  )
}

function Limits({ values, set }: PartProps) {
  const { t } = useLingui()
  const { startHour, endHour, dailyCap } = values
  const isAlways = startHour === endHour
  const wrongHour = (hour: string, schema: v.GenericSchema) => (v.is(schema, hour) ? null : t`Informe um horário.`)
  const { startHour: start, endHour: end } = campaignSettingColumns
  return (
    <>
      <SwitchRow
        label={t`Só em certos horários`}
        checked={!isAlways}
        onChange={(only) =>
          set(only ? { startHour: '08:00', endHour: '20:00' } : { startHour: '00:00', endHour: '00:00' })
        }
      >
        <Trans>No relógio da empresa. Fora deles a campanha espera.</Trans>
      </SwitchRow>
      {!isAlways && (
        <div className="grid grid-cols-2 gap-4 sm:max-w-80">
          <TimeField
            label={t`Das`}
            value={startHour}
            error={wrongHour(startHour, start)}
            onChange={(hour) => set({ startHour: hour })}
          />
          <TimeField
            label={t`Até`}
            value={endHour}
            error={wrongHour(endHour, end)}
            onChange={(hour) => set({ endHour: hour })}
          />
        </div>
      )}
      <div className="sm:max-w-80">
        <Field
          label={t`Mensagens por dia e conexão`}
          inputMode="numeric"
          help={t`0: sem limite.`}
          value={String(dailyCap)}
          error={v.is(campaignSettingColumns.dailyCap, dailyCap) ? null : t`Informe um número.`}
          onChange={({ target }) => set({ dailyCap: Number(target.value.replaceAll(/\D/g, '').slice(0, 6)) })}
        />
      </div>
    </>
  )
}

function WarmUp({ values: { warmUp }, set }: PartProps) {
  const { t } = useLingui()
  return (
    <>
      <SwitchRow
        label={t`Aquecer números novos`}
        checked={warmUp.length > 0}
        onChange={(on) => set({ warmUp: on ? [...fullWarmUp] : [] })}
      >
        <Trans>
          Nos primeiros 14 dias de um número aqui, menos mensagens por dia. Desligue se os seus números já são antigos.
        </Trans>
      </SwitchRow>
      {warmUp.length > 0 && <WarmUpCurve days={warmUp} onChange={(days) => set({ warmUp: days })} />}
    </>
  )
}
