// Where the company is for whoever types a number there: its country, and the area of those that are typed without one.
import { useLingui } from '@lingui/react/macro'
import type { MutationArgs } from 'db/mutations.ts'
import { useId, useMemo, useState, type SyntheticEvent } from 'react'
import { ChoiceRow } from '../../components/choice-row.tsx'
import { WaitingMark } from '../../components/resource-list/row-note.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Input } from '../../components/ui/inputs/input.tsx'
import { SearchSelectRow } from '../../components/ui/inputs/search-select.tsx'
import { ValueRow } from '../../components/value-row.tsx'
import { toastError } from '../../lib/app/toast.ts'
import { countryChoice, countryGroups } from '../../lib/text/countries.ts'
import { toastSaved } from '../../resource/toast-saved.ts'
import { mutate } from '../../sync/client.ts'
import { UnsentNote } from './unsent-note.tsx'
import type { Company } from './use-company.ts'

interface RowProps {
  of: Company
}

export function CountryRow({ of }: RowProps) {
  const { t, i18n } = useLingui()
  const save = useSave(of)
  const { country } = of.settings
  // eslint-disable-next-line react-hooks/exhaustive-deps -- countries have other names in another language
  const groups = useMemo(() => countryGroups(), [i18n.locale])
  const unsent = of.unsent.get('country')
  const words = {
    label: t`País`,
    help: t`De que país são os números digitados sem + e código.`,
  }
  if (!of.mayEdit) return <ValueRow {...words}>{countryChoice(country).label}</ValueRow>
  return (
    <div className="flex flex-col gap-1">
      <SearchSelectRow
        {...words}
        mark={unsent === 'waiting' && <WaitingMark />}
        value={countryChoice(country)}
        groups={groups}
        onChange={(to) => to !== country && save({ country: { from: country, to } })}
      />
      {typeof unsent === 'object' && <UnsentNote entry={unsent} to="/settings" />}
    </div>
  )
}

export function AreaCodeRow({ of }: RowProps) {
  const { t } = useLingui()
  const { areaCode } = of.settings
  const unsent = of.unsent.get('areaCode')
  const words = {
    label: t`DDD da empresa`,
    help: t`Vale para os números digitados sem DDD. Vazio, eles são recusados.`,
  }
  if (!of.mayEdit) return <ValueRow {...words}>{areaCode ?? '—'}</ValueRow>
  return (
    <div className="flex flex-col gap-1">
      <AreaCodeField key={areaCode} of={of} {...words} isWaiting={unsent === 'waiting'} />
      {typeof unsent === 'object' && <UnsentNote entry={unsent} to="/settings" />}
    </div>
  )
}

interface FieldProps extends RowProps {
  label: string
  help: string
  isWaiting: boolean
}

function AreaCodeField({ of, label, help, isWaiting }: FieldProps) {
  const { t } = useLingui()
  const id = useId()
  const save = useSave(of)
  const from = of.settings.areaCode
  const [text, setText] = useState(from ?? '')
  const isChanged = text !== (from ?? '')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isChanged) save({ areaCode: { from, to: text === '' ? null : text } })
  }
  return (
    <ChoiceRow
      label={
        <label htmlFor={id} className="text-base font-medium">
          {label}
        </label>
      }
      mark={isWaiting && <WaitingMark />}
      help={help}
      helpId={`${id}-help`}
    >
      <form noValidate onSubmit={submit} className="flex gap-2">
        <Input
          id={id}
          aria-describedby={`${id}-help`}
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value.replaceAll(/\D/g, '').slice(0, 5))}
        />
        <Button type="submit" disabled={!isChanged}>{t`Salvar`}</Button>
      </form>
    </ChoiceRow>
  )
}

function useSave({ company }: Company) {
  const { t } = useLingui()
  return (changes: MutationArgs<'settings.update'>['changes']) => {
    const saved = t`Operação atualizada com sucesso.`
    mutate('settings.update', { id: company.id, changes }).then(() => toastSaved(saved), toastError)
  }
}
