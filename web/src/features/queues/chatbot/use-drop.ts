// Where a dragged option would land: the line under the pointer says before which one, how far it was moved sideways how deep.
import type { OptionRow } from 'db/queues/queries.ts'
import type { DragEndEvent, DragMoveEvent } from '@dnd-kit/react'
import { useRef, useState, type RefObject } from 'react'
import { dropPlace, linesOf, type OptionPlace } from './option-tree.ts'

interface Mark {
  /** Pixels from the list's top. */
  top: number
  depth: number
}

export function useDrop(
  list: RefObject<HTMLElement | null>,
  options: readonly OptionRow[],
  onDrop: (id: string, place: OptionPlace) => void,
) {
  const [mark, setMark] = useState<Mark | null>(null)
  const landing = useRef<OptionPlace | null>(null)

  const onDragMove = ({ operation, to }: DragMoveEvent) => {
    const { source, position } = operation
    if (!source || !list.current) return
    const id = String(source.id)
    const pointer = to ?? position.current
    const gap = gapAt(list.current, pointer.y)
    const steps = Math.round((pointer.x - position.initial.x) / stepOf(list.current))
    const depth = linesOf(options).find((line) => line.option.id === id)?.depth ?? 0
    const place = dropPlace(options, id, gap.before, depth + steps)
    landing.current = place
    setMark({ top: gap.top, depth: place.depth })
  }
  const onDragEnd = ({ operation, canceled }: DragEndEvent) => {
    const place = landing.current
    landing.current = null
    setMark(null)
    if (!canceled && place && operation.source) onDrop(String(operation.source.id), place)
  }
  return { mark, onDragMove, onDragEnd }
}

/** The gap between two lines that is nearest to the pointer: before which option, and where. */
function gapAt(list: HTMLElement, y: number): { before: string | null; top: number } {
  const { top: origin, bottom: end } = list.getBoundingClientRect()
  for (const line of list.querySelectorAll<HTMLElement>('[data-option]')) {
    const { top, bottom } = line.getBoundingClientRect()
    if (y < (top + bottom) / 2) return { before: line.dataset['option'] ?? null, top: top - origin - 4 }
  }
  return { before: null, top: end - origin + 2 }
}

function stepOf(list: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(list).getPropertyValue('--indent')) || 24
}
