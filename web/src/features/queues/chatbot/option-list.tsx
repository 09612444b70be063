// The options from top to bottom, each as deep as it stands, moved by its grip: dragged, or with the arrow keys.
import { DragDropProvider, DragOverlay, PointerSensor } from '@dnd-kit/react'
import { Accessibility, PointerActivationConstraints } from '@dnd-kit/dom'
import { useLingui } from '@lingui/react/macro'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { ConfirmDelete } from './confirm-delete.tsx'
import { OptionLineItem, type LineActions } from './option-line.tsx'
import { indentOf } from './indent.ts'
import { linesOf, step, type Direction } from './option-tree.ts'
import { placeWords } from './place-words.ts'
import { useDrop } from './use-drop.ts'
import type { OptionTreeState } from './use-option-tree.ts'
import { useUnsentOptions } from './use-unsent-options.ts'

interface OptionListProps {
  tree: OptionTreeState
  /** Where the conversation that is being tried stands. */
  currentId: string | null
  /** Behind the last option. */
  after: ReactNode
}

const sensors = [
  PointerSensor.configure({ activationConstraints: [new PointerActivationConstraints.Distance({ value: 4 })] }),
]

export function OptionList({ tree, currentId, after }: OptionListProps) {
  const { t } = useLingui()
  const { options, drafts } = tree
  const list = useRef<HTMLUListElement>(null)
  const lines = useMemo(() => linesOf(options), [options])
  const unsent = useUnsentOptions()
  const [deleting, setDeleting] = useState<string | null>(null)
  const [told, setTold] = useState('')
  const focusNext = useFocusNext(list)
  const drop = useDrop(list, options, (id, place) => void tree.move(id, place))

  const onStep = async (id: string, direction: Direction, opener: string) => {
    const place = step(options, id, direction)
    if (!place) return
    focusNext(opener)
    await tree.move(id, place)
    setTold(placeWords(options, id, place))
  }
  const actions: LineActions = {
    ...tree,
    close(id) {
      focusNext(drafts.get(id)?.opener ?? '')
      tree.close(id)
    },
    step: (id, direction, opener) => void onStep(id, direction, opener),
    askDelete: setDeleting,
  }
  return (
    <DragDropProvider
      sensors={sensors}
      // Its words are English, its keys are ours: the grip tells how it is moved.
      plugins={(all) => all.filter((plugin) => plugin !== Accessibility)}
      onDragMove={drop.onDragMove}
      onDragEnd={drop.onDragEnd}
    >
      <ul ref={list} role="list" aria-label={t`Opções do chatbot`} className="relative flex flex-col gap-1.5">
        {lines.map((line) => (
          <OptionLineItem
            key={line.option.id}
            line={line}
            options={options}
            draft={drafts.get(line.option.id)}
            unsent={unsent.get(line.option.id)}
            isCurrent={line.option.id === currentId}
            actions={actions}
          />
        ))}
        <DropMark at={drop.mark} />
      </ul>
      {after}
      <DragOverlay dropAnimation={null}>
        {(source) => <Dragged title={options.find(({ id }) => id === source.id)?.title} />}
      </DragOverlay>
      <p role="status" className="sr-only">
        {told}
      </p>
      <ConfirmDelete id={deleting} options={options} onClose={() => setDeleting(null)} onDelete={tree.remove} />
    </DragDropProvider>
  )
}

/** Where it would land. */
function DropMark({ at }: { at: ReturnType<typeof useDrop>['mark'] }) {
  if (!at) return null
  return (
    <li
      aria-hidden
      className="pointer-events-none absolute right-0 h-0.5 rounded-full bg-accent"
      style={{ top: at.top, left: indentOf(at.depth) }}
    />
  )
}

function Dragged({ title }: { title: string | undefined }) {
  return (
    <span className="inline-block max-w-full truncate rounded-md bg-raised px-3 py-2 text-base font-medium shadow-pop">
      {title}
    </span>
  )
}

/** What is named gets the focus once it is there: a row that moves, or comes back from its form, loses it. */
function useFocusNext(list: { current: HTMLElement | null }) {
  const wanted = useRef('')
  useEffect(() => {
    if (wanted.current === '') return
    list.current?.parentElement?.querySelector<HTMLElement>(`[data-focus="${wanted.current}"]`)?.focus()
    wanted.current = ''
  })
  return (name: string) => {
    wanted.current = name
  }
}
