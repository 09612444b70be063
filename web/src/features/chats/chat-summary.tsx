// A chat in two lines: its title and when something was said, who said what, and how much of it is unread.
import type { ChatRow } from 'db/chats/queries.ts'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Badge } from '../../components/ui/badge.tsx'
import { Avatar } from '../../components/ui/avatar.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatWhen } from '../../lib/text/date-time.ts'
import { useLastMessageWords } from '../../desk/tickets/last-message-words.ts'

export function ChatSummary({ chat, today }: { chat: ChatRow; today: Date }) {
  const { t } = useLingui()
  const { userId } = useActor()
  const words = useLastMessageWords()(chat)
  const { title, lastSenderId, lastSenderName, lastMessageAt, unread, mentioned } = chat
  const by = lastSenderId === userId ? t`Você` : (lastSenderName ?? '').split(' ')[0]
  return (
    <>
      <Avatar name={title} size="lg" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span
            dir="auto"
            className={cn('min-w-0 flex-1 truncate text-left', unread > 0 ? 'font-semibold' : 'font-medium')}
          >
            {title}
          </span>
          {lastMessageAt !== null && (
            <time
              dateTime={lastMessageAt.toISOString()}
              className={cn('shrink-0 text-xs tabular', unread > 0 ? 'font-medium text-accent' : 'text-muted')}
            >
              {formatWhen(lastMessageAt, today)}
            </time>
          )}
        </span>
        <span className="flex items-center gap-1.5 text-muted">
          <span dir="auto" className="min-w-0 flex-1 truncate text-left">
            {lastMessageAt !== null && by !== '' ? `${by}: ${words}` : words}
          </span>
          {mentioned && (
            <Badge role="img" variant="accent" aria-label={t`Mencionaram você`}>
              @
            </Badge>
          )}
          {unread > 0 && (
            <Badge variant="accent">
              <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
              <span className="sr-only">
                {plural(unread, { one: '# mensagem não lida', other: '# mensagens não lidas' })}
              </span>
            </Badge>
          )}
        </span>
      </span>
    </>
  )
}
