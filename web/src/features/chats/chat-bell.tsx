// The team's chat in the top bar: in how many chats something is unread, and which they are. Not there without it in the plan.
import { chatWindow, unreadChats } from 'db/chats/queries.ts'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CheckCheck, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { ItemBoundary } from '../../components/error-boundary.tsx'
import { Bell } from '../../components/ui/bell.tsx'
import { buttonVariants } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useToday } from '../../lib/use-now.ts'
import { usePlanFeatures } from '../../desk/guards/use-plan-features.ts'
import { useQuery } from '../../sync/client.ts'
import { ChatSummary } from './chat-summary.tsx'

/** The rest is in the list of chats. */
const shownChats = 30

export function ChatBell() {
  const { t } = useLingui()
  const { features } = usePlanFeatures()
  const { userId } = useActor()
  const [open, setOpen] = useState(false)
  const included = features.has('useInternalChat')
  const count = useQuery(included ? unreadChats({ userId }) : null).rows.length
  if (!included) return null
  const label =
    count === 0
      ? t`Conversas da equipe`
      : plural(count, {
          one: '# conversa da equipe com mensagens não lidas',
          other: '# conversas da equipe com mensagens não lidas',
        })
  return (
    <Bell
      open={open}
      onOpenChange={setOpen}
      title={t`Conversas da equipe`}
      label={label}
      icon={<MessageCircle />}
      count={count}
    >
      <UnreadList onLeave={() => setOpen(false)} />
    </Bell>
  )
}

function UnreadList({ onLeave }: { onLeave(): void }) {
  const { t } = useLingui()
  const { userId } = useActor()
  const today = useToday()
  const { rows, ready } = useQuery(chatWindow({ userId, term: '', unread: true, limit: shownChats }))
  return (
    <div className="w-80 max-w-[calc(100vw-1rem)]">
      {ready && rows.length === 0 ? (
        <EmptyState icon={CheckCheck} title={t`Tudo lido`}>
          <Trans>Quando um colega escrever, a conversa aparece aqui.</Trans>
        </EmptyState>
      ) : (
        <ul
          role="list"
          aria-label={t`Conversas não lidas`}
          className="max-h-[min(28rem,70dvh)] min-h-16 overflow-y-auto overscroll-contain p-1"
        >
          {rows.map((chat) => (
            <li key={chat.id}>
              <ItemBoundary of={chat}>
                <Link
                  to="/chats/$chatId"
                  params={{ chatId: chat.id }}
                  onClick={onLeave}
                  className="flex h-16 items-center gap-3 rounded-md px-2.5 text-sm -outline-offset-2 hover:bg-hover"
                >
                  <ChatSummary chat={chat} today={today} />
                </Link>
              </ItemBoundary>
            </li>
          ))}
        </ul>
      )}
      <div className="border-t border-line p-1">
        <Link
          to="/chats"
          onClick={onLeave}
          className={buttonVariants({ variant: 'ghost', className: 'w-full justify-center' })}
        >
          <Trans>Todas as conversas da equipe</Trans>
        </Link>
      </div>
    </div>
  )
}
