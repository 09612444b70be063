import { useMemo, useRef, useState, type PointerEvent } from 'react'
import type { TicketRow } from '../queries.ts'
import { holdOrder } from './hold-order.ts'

/** A pointer that rests is not about to click. */
const restMs = 4000

/** The rows in the order they had when the mouse came, until it leaves or rests. */
export function useHeldOrder(rows: readonly TicketRow[]) {
  const [order, setOrder] = useState<readonly string[] | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const items = useMemo(() => (order === null ? rows : holdOrder(order, rows)), [order, rows])

  const release = () => {
    clearTimeout(timer.current)
    setOrder(null)
  }
  const onPointerMove = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer.current)
    timer.current = setTimeout(release, restMs)
    setOrder((held) => held ?? items.map(({ id }) => id))
  }
  return { items, hold: { onPointerMove, onPointerLeave: release } }
}
