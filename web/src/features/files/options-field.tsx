import { Trans, useLingui } from '@lingui/react/macro'
import type { FileListOption } from 'db/file-lists/options.ts'
import { newId } from 'db/kit/new-id.ts'
import { Plus, Trash2 } from 'lucide-react'
import { FileField } from '../../desk/files/file-field.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Field } from '../../components/ui/field.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { noFile, type NewFiles } from '../../desk/files/stored-file.ts'

const most = 100

interface OptionsFieldProps {
  value: readonly FileListOption[]
  /** As they are saved. */
  before: readonly FileListOption[]
  error: string | null
  files: NewFiles
  onChange(value: readonly FileListOption[]): void
}

/** The options of a file list, each with a name and a file. */
export function OptionsField({ value, before, error, files, onChange }: OptionsFieldProps) {
  const { t } = useLingui()
  const change = (id: string, part: Partial<FileListOption>) =>
    onChange(value.map((option) => (option.id === id ? { ...option, ...part } : option)))
  const add = () => onChange([...value, { id: newId(), name: '', ...noFile }])
  return (
    <section aria-label={t`Opções`} className="flex flex-col items-start gap-3 border-t border-line pt-4">
      <h3 className="text-base font-semibold">
        <Trans>Opções</Trans>
      </h3>
      {value.map((option, index) => {
        return (
          <div
            key={option.id}
            role="group"
            aria-label={t`Opção ${index + 1}`}
            className="flex w-full flex-col gap-3 rounded-lg border border-line p-3"
          >
            <div className="flex items-end gap-2">
              <Field
                label={t`Nome da opção`}
                className="min-w-0 flex-1"
                value={option.name}
                maxLength={255}
                onChange={(event) => change(option.id, { name: event.target.value })}
                autoComplete="off"
              />
              <IconButton
                size="lg"
                variant="dangerQuiet"
                label={t`Remover opção ${index + 1}`}
                onClick={() => onChange(value.filter(({ id }) => id !== option.id))}
              >
                <Trash2 aria-hidden />
              </IconButton>
            </div>
            <FileField
              label={t`Arquivo da opção ${index + 1}`}
              value={option}
              before={before.find(({ id }) => id === option.id) ?? noFile}
              files={files}
              onChange={(file) => change(option.id, file)}
            />
          </div>
        )
      })}
      {error && (
        <p role="alert" className="text-xs text-danger">
          {error}
        </p>
      )}
      {value.length < most && (
        <Button size="sm" onClick={add}>
          <Plus aria-hidden />
          <Trans>Adicionar opção</Trans>
        </Button>
      )}
    </section>
  )
}
