// Among messages by keyboard: Tab reaches the actions of one, arrows lead to those of the next.
import { useState, type FocusEvent, type KeyboardEvent } from 'react'
import type { MessageRow } from '../queries.ts'

const menuButton = '[data-message-menu]'

export function useMessageFocus(rows: readonly MessageRow[]) {
  const [focusedId, setFocusedId] = useState<string>()
  const stays = rows.some(({ id }) => id === focusedId)
  return {
    /** The newest, until another one had the focus. */
    tabStopId: stays ? focusedId : rows.at(-1)?.id,
    onFocus({ target }: FocusEvent) {
      if (target.matches(menuButton)) setFocusedId(idAt(target))
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const { target, key, currentTarget } = event
      if (!(target instanceof Element) || !target.matches(menuButton)) return
      const step = { ArrowUp: -1, ArrowDown: 1 }[key]
      if (step === undefined) return
      event.preventDefault()
      const buttons = [...currentTarget.querySelectorAll<HTMLElement>(menuButton)]
      buttons[buttons.findIndex((button) => button === target) + step]?.focus()
    },
  }
}

function idAt(element: Element): string | undefined {
  return element.closest<HTMLElement>('[data-message]')?.dataset['message']
}
