// One setting: a choice that is saved at once. What waits has a clock; what was refused stands as it was, and says why.
import { useLingui } from '@lingui/react/macro'
import type { MutationArgs } from 'db/mutations.ts'
import { WaitingMark } from '../../components/resource-list/row-note.tsx'
import { SelectRow } from '../../components/ui/select.tsx'
import { settingValueWords, settingWords, type SettingField } from '../../lib/setting-words.ts'
import { toastDone, toastError } from '../../lib/toast.ts'
import { mutate } from '../../sync/client.ts'
import { UnsentNote } from './unsent-note.tsx'
import type { Company } from './use-company.ts'

export function SettingRow({ field, of }: { field: SettingField; of: Company }) {
  const { t } = useLingui()
  const { label, help, choices } = settingWords(field)
  const value = valueOf(of, field)
  const unsent = of.unsent.get(field)
  const known = choices.some((choice) => choice.value === value)
  const all = known ? choices : [...choices, { value, label: settingValueWords(field, value) }]
  const choose = (chosen: string | null) => {
    const next = all.find((choice) => String(choice.value) === chosen)
    if (!next || next.value === value) return
    const saved = t`Operação atualizada com sucesso.`
    save(of, field, next.value).then(() => toastDone(saved), toastError)
  }
  return (
    <div className="flex flex-col gap-1">
      <SelectRow
        label={label}
        help={help}
        mark={unsent === 'waiting' && <WaitingMark />}
        value={String(value)}
        options={all.map((choice) => ({ value: String(choice.value), label: choice.label }))}
        onChange={choose}
      />
      {typeof unsent === 'object' && <UnsentNote entry={unsent} to="/settings" />}
    </div>
  )
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
