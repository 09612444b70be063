import type { MessageRow } from 'db/messages/queries.ts'
import { useNavigate } from '@tanstack/react-router'
import { useShortcut } from '../../../lib/app/use-shortcut.ts'
import { useTicketFrame } from '../ticket-frame.ts'

interface ConversationKeys {
  rows: readonly MessageRow[]
  /** null: nothing can be sent. */
  reply: ((message: MessageRow) => void) | null
  toggleDrawer(): void
}

/** Keys of the open conversation; a message that has the focus answers R by itself. */
export function useConversationKeys({ rows, reply, toggleDrawer }: ConversationKeys) {
  const navigate = useNavigate()
  const { home } = useTicketFrame()
  const replyToNewest = () => {
    const newest = rows.findLast(({ isDeleted }) => !isDeleted)
    if (newest) reply?.(newest)
  }
  useShortcut('reply', reply && replyToNewest)
  useShortcut('details', toggleDrawer)
  useShortcut('leave', () => void navigate({ to: home }))
}
