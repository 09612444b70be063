import { Trans, useLingui } from '@lingui/react/macro'
import { newId } from 'db/kit/new-id.ts'
import { ListTodo, Plus } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { Button } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { Input } from '../../components/ui/inputs/input.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { toastOffer } from '../../lib/app/toast.ts'
import { TaskItem } from './task-item.tsx'
import { addTask, editTask, removeTask, restoreTask, type Task } from './tasks.ts'
import { useTasks } from './use-tasks.ts'

/** Long enough to notice, and to think again. */
const undoMs = 6000

export function TodolistPage() {
  const { t } = useLingui()
  const [tasks, change] = useTasks(useActor().userId)
  const remove = (task: Task) => {
    const index = tasks.indexOf(task)
    change((now) => removeTask(now, task.id))
    const undo = () => change((now) => restoreTask(now, task, index))
    const { text } = task
    toastOffer(t`Tarefa excluída: ${text}`, { label: t`Desfazer`, onClick: undo }, undoMs)
  }
  return (
    <ResourcePage
      title={t`Tarefas`}
      purpose={<Trans>Suas anotações do que fazer. Ficam só neste navegador.</Trans>}
      action={null}
    >
      <NewTask onAdd={(text) => change((now) => addTask(now, { id: newId(), text }))} />
      {tasks.length === 0 ? (
        <div className="flex-1">
          <EmptyState
            icon={ListTodo}
            title={t`Nada a fazer por enquanto`}
            example={t`Ligar para Maria sobre o orçamento.`}
          >
            <Trans>Escreva acima o que não pode ser esquecido.</Trans>
          </EmptyState>
        </div>
      ) : (
        <ul
          role="list"
          aria-label={t`Tarefas`}
          className="divide-y divide-line rounded-lg border border-line bg-surface"
        >
          {tasks.map((task) => (
            <TaskItem
              key={task.id}
              task={task}
              onEdit={(text) => change((now) => editTask(now, task.id, text))}
              onRemove={() => remove(task)}
            />
          ))}
        </ul>
      )}
    </ResourcePage>
  )
}

function NewTask({ onAdd }: { onAdd(text: string): void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onAdd(text)
    setText('')
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap gap-2">
      <Input
        aria-label={t`Nova tarefa`}
        className="min-w-40 flex-1"
        placeholder={t`Nova tarefa`}
        maxLength={500}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg">
        <Plus aria-hidden />
        <Trans>Adicionar</Trans>
      </Button>
    </form>
  )
}
