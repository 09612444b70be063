// An option being written, in its place in the tree. What is typed is in the trial at once; leaving with changes asks.
import { Trans, useLingui } from '@lingui/react/macro'
import { queueOptionColumns } from 'db/queues/options.ts'
import { useEffect, type KeyboardEvent, type SubmitEvent } from 'react'
import { FileField } from '../../../desk/files/file-field.tsx'
import { LeavingQuestion } from '../../../components/resource-form/leaving-question.tsx'
import { useFormState } from '../../../components/resource-form/use-form-state.ts'
import { useLeaving } from '../../../components/resource-form/use-leaving.ts'
import { Button } from '../../../components/ui/button.tsx'
import { MessageField } from '../../../components/message-field.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { toastError } from '../../../lib/app/toast.ts'
import { useNewFiles } from '../../../desk/files/stored-file.ts'
import type { FileWithHash } from '../../../sync/client.ts'
import { textOf, type Draft, type OptionText } from './drafts.ts'

interface OptionFormProps {
  draft: Draft
  onWrite(text: OptionText): void
  /** Resolves when it is durable. */
  onSave(text: OptionText, files: readonly FileWithHash[]): Promise<void>
  onClosed(): void
}

/** Its place is the tree's. */
const { option: _option, parentId: _parentId, ...fields } = queueOptionColumns

export function OptionForm({ draft, onWrite, onSave, onClosed }: OptionFormProps) {
  const { t } = useLingui()
  const { before, isNew } = draft
  const name = before.title
  const files = useNewFiles()
  const form = useFormState({ fields, initial: before, checked: false })
  const leaving = useLeaving(form.dirty)
  useEffect(() => {
    if (!leaving.open) onClosed()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [leaving.open])
  const { values } = form
  useEffect(() => {
    onWrite(textOf(values))
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what was typed, whoever listens
  }, [values])

  const save = async () => {
    const output = form.check()
    if (output === null) return
    try {
      await onSave(output, files.named([output]))
      leaving.close()
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <form
      noValidate
      aria-label={isNew ? t`Nova opção` : t`Editar ${name}`}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        void save()
      }}
      onKeyDown={(event) => onFormKey(event, () => void save(), leaving.leave)}
      className="flex min-w-0 flex-1 flex-col gap-3"
    >
      <Field
        label={t`Título`}
        help={t`Como o cliente vê a opção no menu.`}
        {...form.field('title')}
        autoFocus
        autoComplete="off"
      />
      <MessageField
        label={t`Mensagem`}
        help={t`Enviada quando o cliente escolhe esta opção.`}
        {...form.field('message')}
      />
      <FileField label={t`Arquivo`} value={values} before={form.initial} files={files} onChange={form.set} />
      <Buttons onCancel={leaving.leave} />
      <LeavingQuestion leaving={leaving} />
    </form>
  )
}

function Buttons({ onCancel }: { onCancel(): void }) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button onClick={onCancel}>
        <Trans>Cancelar</Trans>
      </Button>
      <Button type="submit" variant="primary">
        <Trans>Salvar</Trans>
      </Button>
    </div>
  )
}

function onFormKey(event: KeyboardEvent, save: () => void, leave: () => void) {
  // The question in front of it has keys of its own.
  if (!event.currentTarget.contains(event.target as Node)) return
  if (event.key === 'Escape') {
    // It would close the question that it opens.
    event.stopPropagation()
    leave()
  }
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  save()
}
