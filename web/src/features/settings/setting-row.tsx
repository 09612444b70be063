// One setting: a switch, or a choice of several, that is saved at once. What waits has a clock; what was refused stands as it was, and says why. Who may not
// change it reads it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { MutationArgs } from 'db/mutations.ts'
import { WaitingMark } from '../../components/resource-list/row-note.tsx'
import { SelectRow } from '../../components/ui/inputs/select.tsx'
import { SwitchRow } from '../../components/ui/inputs/switch.tsx'
import { ValueRow } from '../../components/value-row.tsx'
import { settingValueWords, settingWords, type SettingChoice, type SettingField } from '../../lib/text/setting-words.ts'
import { toastError } from '../../lib/app/toast.ts'
import { toastSaved } from '../../resource/toast-saved.ts'
import { mutate } from '../../sync/client.ts'
import { UnsentNote } from './unsent-note.tsx'
import type { Company } from './use-company.ts'

interface SettingRowProps {
  field: SettingField
  of: Company
}

export function SettingRow({ field, of }: SettingRowProps) {
  const { label, help } = settingWords(field)
  if (of.mayEdit) return <Choice field={field} of={of} />
  return (
    <ValueRow label={label} help={help}>
      {settingValueWords(field, valueOf(of, field))}
    </ValueRow>
  )
}

function Choice({ field, of }: SettingRowProps) {
  const { t } = useLingui()
  const { label, help, choices } = settingWords(field)
  const value = valueOf(of, field)
  const unsent = of.unsent.get(field)
  const known = choices.some((choice) => choice.value === value)
  const all = known ? choices : [...choices, { value, label: settingValueWords(field, value) }]
  const set = (next: string | number) => {
    const saved = t`Operação atualizada com sucesso.`
    save(of, field, next).then(() => toastSaved(saved), toastError)
  }
  const choose = (chosen: string | null) => {
    const next = all.find((choice) => String(choice.value) === chosen)
    if (next && next.value !== value) set(next.value)
  }
  const mark = unsent === 'waiting' && <WaitingMark />
  return (
    <div className="flex flex-col gap-1">
      {isOnOff(choices) ? (
        <SwitchRow
          label={label}
          mark={mark}
          checked={value === 'enabled'}
          onChange={(on) => set(on ? 'enabled' : 'disabled')}
        >
          {help}
        </SwitchRow>
      ) : (
        <SelectRow
          label={label}
          help={help}
          mark={mark}
          value={String(value)}
          options={all.map((choice) => ({ value: String(choice.value), label: choice.label }))}
          onChange={choose}
        />
      )}
      {field === 'scheduleType' && <HoursLink scheduleType={of.settings.scheduleType} />}
      {typeof unsent === 'object' && <UnsentNote entry={unsent} to="/settings" />}
    </div>
  )
}

/** Those two and no third. */
const isOnOff = (choices: readonly SettingChoice[]) =>
  choices.length === 2 && choices.every(({ value }) => value === 'enabled' || value === 'disabled')

/** To the hours that count. */
function HoursLink({ scheduleType }: Pick<Company['settings'], 'scheduleType'>) {
  const look = 'self-start rounded-sm text-sm text-accent hover:underline'
  switch (scheduleType) {
    case 'company':
      return (
        <Link to="/settings/hours" className={look}>
          <Trans>Ver o horário da empresa</Trans>
        </Link>
      )
    case 'queue':
      return (
        <Link to="/queues" className={look}>
          <Trans>Ver os horários das filas</Trans>
        </Link>
      )
    case 'disabled':
      return null
  }
}

function valueOf({ company, settings }: Company, field: SettingField): string | number {
  return field === 'archiveAfterDays' ? company.archiveAfterDays : settings[field]
}

function save(of: Company, field: SettingField, to: string | number) {
  const args = { id: of.company.id, changes: { [field]: { from: valueOf(of, field), to } } }
  return field === 'archiveAfterDays'
    ? mutate('company.update', args as MutationArgs<'company.update'>)
    : mutate('settings.update', args as MutationArgs<'settings.update'>)
}
