import type { ExtraField } from 'db/contacts/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'

const most = 50

interface ExtraFieldsProps {
  value: readonly ExtraField[]
  error: string | null
  onChange(value: readonly ExtraField[]): void
}

/** Fields that the company adds to a contact, in its order. */
export function ExtraFields({ value, error, onChange }: ExtraFieldsProps) {
  const { t } = useLingui()
  const change = (at: number, part: Partial<ExtraField>) =>
    onChange(value.map((each, index) => (index === at ? { ...each, ...part } : each)))
  return (
    <section aria-label={t`Informações extras`} className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <h3 className="text-base font-semibold">
        <Trans>Informações extras</Trans>
      </h3>
      {value.map((field, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a line is its place
        <div key={index} role="group" aria-label={t`Informação ${index + 1}`} className="flex w-full items-end gap-2">
          <div className="grid min-w-0 flex-1 grid-cols-2 gap-2">
            <Field
              label={t`Nome do campo`}
              value={field.name}
              maxLength={50}
              onChange={(event) => change(index, { name: event.target.value })}
              autoComplete="off"
            />
            <Field
              label={t`Valor`}
              value={field.value}
              maxLength={1000}
              onChange={(event) => change(index, { value: event.target.value })}
              autoComplete="off"
            />
          </div>
          <IconButton
            size="lg"
            variant="dangerQuiet"
            label={t`Remover informação ${index + 1}`}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      {error && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      {value.length < most && (
        <Button size="sm" onClick={() => onChange([...value, { name: '', value: '' }])}>
          <Plus aria-hidden />
          <Trans>Adicionar informação</Trans>
        </Button>
      )}
    </section>
  )
}
