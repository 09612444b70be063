// One option in the tree: its number, its words, what can be done with it; or its form while it is written.
import type { OptionRow } from 'db/queues/queries.ts'
import { useDraggable } from '@dnd-kit/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { GripVertical, Plus } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { WaitingMark } from '../../../components/resource-list/row-note.tsx'
import { Badge } from '../../../components/ui/badge.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { cn } from '../../../lib/class-names.ts'
import type { OutboxEntry } from '../../../sync/client.ts'
import type { Draft } from './drafts.ts'
import { indentOf } from './indent.ts'
import { OptionForm } from './option-form.tsx'
import { OptionMenu } from './option-menu.tsx'
import { RefusedOption } from './refused-option.tsx'
import type { Direction, OptionLine } from './option-tree.ts'
import type { OptionTreeState } from './use-option-tree.ts'

export interface LineActions extends Pick<OptionTreeState, 'add' | 'edit' | 'write' | 'close' | 'save'> {
  step(id: string, direction: Direction, opener: string): void
  askDelete(id: string): void
}

interface OptionLineItemProps {
  line: OptionLine
  options: readonly OptionRow[]
  draft: Draft | undefined
  unsent: OutboxEntry | 'waiting' | undefined
  /** The conversation that is being tried stands here. */
  isCurrent: boolean
  actions: LineActions
}

export function OptionLineItem(props: OptionLineItemProps) {
  const { line, draft, unsent, isCurrent, actions } = props
  const { option, depth, number, siblings } = line
  const { id } = option
  const { ref, handleRef, isDragging } = useDraggable({ id, disabled: draft !== undefined })
  return (
    <li
      data-option={id}
      aria-level={depth + 1}
      aria-posinset={number}
      aria-setsize={siblings}
      style={{ paddingLeft: indentOf(depth) }}
    >
      <div
        ref={ref}
        className={cn(
          'rounded-md border border-line bg-surface transition-opacity',
          isCurrent && 'border-accent',
          isDragging && 'opacity-40',
        )}
      >
        {draft ? (
          <div className="flex gap-2 p-3">
            <NumberMark number={number} />
            <OptionForm
              draft={draft}
              onWrite={(text) => actions.write(id, text)}
              onSave={(text, files) => actions.save(id, text, files)}
              onClosed={() => actions.close(id)}
            />
          </div>
        ) : (
          <Row {...props} handleRef={handleRef} />
        )}
        {typeof unsent === 'object' && <RefusedOption entry={unsent} />}
      </div>
    </li>
  )
}

function Row({
  line,
  options,
  unsent,
  actions,
  handleRef,
}: OptionLineItemProps & { handleRef(element: Element | null): void }) {
  const { t } = useLingui()
  const { option, number, children } = line
  const { id, title, message } = option
  const [words, below] = [`words-${id}`, `below-${id}`]
  return (
    <div className="flex items-start gap-1 py-1 pr-1">
      <Grip option={option} handleRef={handleRef} onStep={actions.step} />
      <NumberMark number={number} />
      <button
        type="button"
        data-focus={words}
        onClick={() => actions.edit(option, words)}
        className="min-w-0 flex-1 rounded-sm px-1.5 py-1 text-left touch:py-3"
      >
        <span className="flex items-center gap-1.5">
          <span className="truncate text-base font-medium">{title}</span>
          {unsent === 'waiting' && <WaitingMark />}
        </span>
        <span className="line-clamp-2 text-sm break-words whitespace-pre-line text-muted">
          {message.trim() === '' ? <NoMessage isLeaf={children === 0} /> : message}
        </span>
      </button>
      <IconButton
        size="sm"
        label={t`Adicionar opção dentro de ${title}`}
        data-focus={below}
        onClick={() => actions.add(id, below)}
      >
        <Plus />
      </IconButton>
      <OptionMenu option={option} options={options} actions={actions} />
    </div>
  )
}

export function NoMessage({ isLeaf }: { isLeaf: boolean }) {
  if (isLeaf) return <Trans>Sem mensagem: daqui o cliente espera um atendente.</Trans>
  return <Trans>Sem mensagem: só o menu das opções de dentro.</Trans>
}

/** What the customer types. */
export function NumberMark({ number }: { number: number }) {
  return (
    <Badge className="mt-1.5 touch:mt-3.5">
      <span className="sr-only">
        <Trans>Opção</Trans>{' '}
      </span>
      {number}
    </Badge>
  )
}

const keys: Partial<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}

interface GripProps {
  option: OptionRow
  handleRef(element: Element | null): void
  onStep: LineActions['step']
}

function Grip({ option: { id, title }, handleRef, onStep }: GripProps) {
  const { t } = useLingui()
  const name = `grip-${id}`
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = keys[event.key]
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onStep(id, direction, name)
  }
  return (
    <IconButton
      ref={handleRef}
      size="sm"
      label={t`Mover ${title}: arraste ou use as setas do teclado`}
      data-focus={name}
      onKeyDown={onKeyDown}
      className="cursor-grab touch-none"
    >
      <GripVertical />
    </IconButton>
  )
}
