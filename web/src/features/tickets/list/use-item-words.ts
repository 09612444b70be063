import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatWhen } from '../../../lib/date-time.ts'
import { plainText } from '../../../lib/message-markup.ts'
import { useKindWords } from '../conversation/preview.tsx'
import { contactName } from '../contact-name.ts'
import { lastMessageKind } from './last-message.ts'
import type { ListRow } from './queries.ts'

/** What an item is to those who hear it: name, unread, last message, time. */
export function useItemWords(ticket: ListRow, today: Date): string {
  const { t } = useLingui()
  const kinds = useKindWords()
  const { unreadMessages, lastMessage, lastMessageType, lastMessageAt } = ticket
  const unread = plural(unreadMessages, { one: '# não lida', other: '# não lidas' })
  const text = plainText(lastMessage)
  return [
    contactName(ticket),
    unreadMessages > 0 && unread,
    text === '' ? kinds[lastMessageKind(lastMessageType)] : text,
    formatWhen(lastMessageAt, today),
    ticket.chatbot && t`com o robô`,
  ]
    .filter(Boolean)
    .join(', ')
}
