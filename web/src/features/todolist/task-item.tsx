import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil, Trash2 } from 'lucide-react'
import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Input } from '../../components/ui/inputs/input.tsx'
import type { Task } from './tasks.ts'

interface TaskItemProps {
  task: Task
  onEdit(text: string): void
  onRemove(): void
}

export function TaskItem({ task, onEdit, onRemove }: TaskItemProps) {
  const { t } = useLingui()
  const [editing, setEditing] = useState(false)
  const { text: name } = task
  const edit = useRef<HTMLButtonElement>(null)
  const close = () => {
    // The button has to be there again before it can have the focus.
    flushSync(() => setEditing(false))
    edit.current?.focus()
  }
  if (editing) {
    return (
      <li className="p-2">
        <TaskForm
          text={name}
          onSave={(text) => {
            onEdit(text)
            close()
          }}
          onCancel={close}
        />
      </li>
    )
  }
  return (
    <li className="flex min-h-12 items-center gap-1 py-1 pr-1 pl-4">
      <span className="min-w-0 flex-1 text-base break-words">{name}</span>
      <IconButton ref={edit} label={t`Editar ${name}`} onClick={() => setEditing(true)}>
        <Pencil />
      </IconButton>
      <IconButton variant="dangerQuiet" label={t`Excluir ${name}`} onClick={onRemove}>
        <Trash2 />
      </IconButton>
    </li>
  )
}

interface TaskFormProps {
  text: string
  onSave(text: string): void
  onCancel(): void
}

function TaskForm({ text, onSave, onCancel }: TaskFormProps) {
  const { t } = useLingui()
  const [written, setWritten] = useState(text)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSave(written)
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap justify-end gap-2">
      <Input
        aria-label={t`Tarefa`}
        maxLength={500}
        autoFocus
        autoComplete="off"
        value={written}
        onChange={(event) => setWritten(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
        className="flex-1 basis-56"
      />
      <Button size="lg" onClick={onCancel}>
        <Trans>Cancelar</Trans>
      </Button>
      <Button type="submit" variant="primary" size="lg">
        <Trans>Salvar</Trans>
      </Button>
    </form>
  )
}
