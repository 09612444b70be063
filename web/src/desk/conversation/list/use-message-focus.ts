// Among messages by keyboard: Tab reaches one, arrows lead to its neighbours, Enter opens its menu, R answers it. The pointer makes a
// message active too, which shows its actions.
import type { MessageRow } from 'db/messages/queries.ts'
import { useRef, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'
import type { ActiveMessage } from './active-message.ts'
import { useConversationActions } from '../bubble/conversation-actions.ts'
import { messageAt } from '../bubble/use-long-press.ts'

interface MessageFocusOptions {
  rows: readonly MessageRow[]
  active: ActiveMessage
  /** Brings it on the screen, and the focus on it. */
  focusMessage(index: number): void
}

export function useMessageFocus({ rows, active, focusMessage }: MessageFocusOptions) {
  const [focusedId, setFocusedId] = useState<string>()
  /** What the pointer is on stays active when the focus comes back from a menu: a button would go from under it. */
  const hovered = useRef<string>(undefined)
  const { ticketId, openMenu, reply } = useConversationActions()
  const isAnswerable = (message: MessageRow) => !message.isDeleted && message.ticketId === ticketId

  const act = (key: string, element: HTMLElement, index: number): boolean => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[key]
    const message = rows[index]
    if (step !== undefined) focusMessage(Math.min(Math.max(index + step, 0), rows.length - 1))
    else if (key === 'Home') focusMessage(0)
    else if (key === 'End') focusMessage(rows.length - 1)
    else if (message && (key === 'Enter' || key === ' ' || key === 'ContextMenu')) openMenu(message, element)
    else if (message && key.toLowerCase() === 'r' && reply && isAnswerable(message)) reply(message)
    else return false
    return true
  }
  return {
    focusedId,
    onFocus({ target }: FocusEvent) {
      const message = messageAt(target)
      if (!message) return
      setFocusedId(idOf(message))
      active.set(hovered.current ?? idOf(message))
    },
    onPointerOver({ target, pointerType }: PointerEvent) {
      const message = messageAt(target)
      if (pointerType !== 'mouse' || !message) return
      hovered.current = idOf(message)
      active.set(hovered.current)
    },
    onPointerLeave() {
      hovered.current = undefined
      active.set(undefined)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const message = messageAt(event.target)
      // A button or a player inside has its own keys; only up and down go on from it.
      const inside = message !== event.target && !event.key.startsWith('Arrow')
      if (!message || inside || event.ctrlKey || event.metaKey || event.altKey) return
      const index = rows.findLastIndex(({ id }) => id === idOf(message))
      // Whoever goes by keys has left the pointer where it lay.
      hovered.current = undefined
      if (act(event.key, message, index)) event.preventDefault()
    },
  }
}

const idOf = (message: HTMLElement) => message.dataset['message']
