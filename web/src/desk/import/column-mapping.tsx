import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { SheetPreview } from 'db/contacts/sheet.ts'
import { Select } from '../../components/ui/inputs/select.tsx'
import type { Guess } from './import-sheet.ts'

interface ColumnMappingProps {
  preview: SheetPreview
  value: Guess
  onChange(value: Guess): void
}

/** Which column is what, with the first rows to see it by. */
export function ColumnMapping({ preview, value, onChange }: ColumnMappingProps) {
  const { t } = useLingui()
  const columns = preview.headers.map((header, at) => ({ value: String(at), label: header || t`Coluna ${at + 1}` }))
  const fields = [
    { field: 'name', label: t`Nome` },
    { field: 'number', label: t`Número` },
    { field: 'email', label: t`E-mail` },
  ] as const
  return (
    <>
      <section aria-label={t`Colunas`} className="flex flex-col gap-3 border-t border-line pt-4">
        {fields.map(({ field, label }) => (
          <Select
            key={field}
            label={label}
            placeholder={t`Escolha a coluna`}
            value={value[field] === null ? null : String(value[field])}
            options={field === 'email' ? [{ value: '', label: t`Nenhuma` }, ...columns] : columns}
            onChange={(at) => onChange({ ...value, [field]: at === null || at === '' ? null : Number(at) })}
          />
        ))}
      </section>
      <Preview preview={preview} fields={fields} value={value} />
    </>
  )
}

interface PreviewProps {
  preview: SheetPreview
  fields: readonly { field: keyof Guess; label: string }[]
  value: Guess
}

function Preview({ preview: { rows, total }, fields, value }: PreviewProps) {
  const { t } = useLingui()
  const cell = (row: readonly string[], at: number | null) => (at === null ? '' : (row[at] ?? ''))
  return (
    <section className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        <Plural value={total} one="# linha na planilha. Começa assim:" other="# linhas na planilha. Começa assim:" />
      </p>
      <div className="overflow-x-auto rounded-md border border-line" tabIndex={0} role="group" aria-label={t`Prévia`}>
        <table className="w-full text-left text-sm">
          <thead>
            <tr className="border-b border-line text-xs text-muted">
              {fields.map(({ field, label }) => (
                <th key={field} scope="col" className="px-3 py-2 font-medium">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {rows.map((row, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- they are only read
              <tr key={index}>
                {fields.map(({ field }) => (
                  <td key={field} className="max-w-40 truncate px-3 py-1.5">
                    {cell(row, value[field]) || (
                      <span className="text-muted">
                        <Trans>vazio</Trans>
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
