import type { ListRow } from 'db/tickets/list-queries.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatWhen } from '../../../../lib/text/date-time.ts'
import { contactName } from '../../../../desk/contacts/contact-name.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { waitSince, waitWords } from '../../../../desk/tickets/wait.ts'
import { useLastMessageWords } from '../../../../desk/tickets/last-message-words.ts'

/** What an item is to those who hear it: name, unread, last message, time. */
export function useItemWords(ticket: ListRow, today: Date): string {
  const { t } = useLingui()
  const lastWords = useLastMessageWords()
  const { unreadMessages, lastMessageAt, waitingSince } = ticket
  const now = useNow()
  const unread = plural(unreadMessages, { one: '# não lida', other: '# não lidas' })
  return [
    contactName(ticket),
    unreadMessages > 0 && unread,
    lastWords(ticket),
    waitingSince ? waitWords(waitSince(waitingSince, now)) : formatWhen(lastMessageAt, today),
    ticket.chatbot && t`com o chatbot`,
  ]
    .filter(Boolean)
    .join(', ')
}
