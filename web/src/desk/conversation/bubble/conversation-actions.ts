import type { MessageRow } from 'db/messages/queries.ts'
import { createContext, useContext } from 'react'

/** What can be done to what is shown; stable, so that bubbles need not render again for it. */
export interface ConversationActions {
  /** Messages of other tickets are shown read-only. */
  ticketId: string
  /** Scrolls to it, loading what is between. */
  showMessage(id: string): void
  openMenu(message: MessageRow, anchor: Element): void
  /** null where nothing can be sent. */
  openReactions: ((message: MessageRow, anchor: Element) => void) | null
  /** '' takes it back. */
  react: ((message: MessageRow, emoji: string) => void) | null
  reply: ((message: MessageRow) => void) | null
}

const nothing = () => undefined

export const ConversationActionsContext = createContext<ConversationActions>({
  ticketId: '',
  showMessage: nothing,
  openMenu: nothing,
  openReactions: null,
  react: null,
  reply: null,
})

export const useConversationActions = () => useContext(ConversationActionsContext)
