// Chats of the team, newest first: a click opens one. The list grows as it is scrolled.
import { chatById, chatWindow, type ChatRow } from 'db/chats/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { MessageSquarePlus, MessageCircle } from 'lucide-react'
import { useRef, useState, useSyncExternalStore, type KeyboardEvent, type RefObject } from 'react'
import { ItemBoundary } from '../../components/error-boundary.tsx'
import { ListSkeleton } from '../../components/list-skeleton.tsx'
import { buttonVariants } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { SearchInput } from '../../components/ui/inputs/search-input.tsx'
import { Tab, Tabs, TabsList } from '../../components/ui/tabs.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useShortcut } from '../../lib/app/use-shortcut.ts'
import { cn } from '../../lib/class-names.ts'
import { useToday } from '../../lib/use-now.ts'
import { useKeptQuery } from '../../desk/use-kept-query.ts'
import { useRested } from '../../desk/use-rested.ts'
import { useQuery } from '../../sync/client.ts'
import { ChatSummary } from './chat-summary.tsx'
import { lastChat } from './last-chat.ts'

const pageSize = 60
/** Distance from the bottom at which more are asked for. */
const bottomMargin = 100

export function ChatListPane({ selectedId }: { selectedId: string | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [term, setTerm] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const startNew = () => void navigate({ to: '/chats/new' })
  useShortcut('newChat', startNew)
  useShortcut('searchChats', () => box.current?.querySelector('input')?.focus())
  return (
    <>
      <h1 className="sr-only">{t`Conversas da equipe`}</h1>
      <PhoneTabs />
      <div className="flex items-center gap-1 p-3 pb-2">
        <div ref={box} className="min-w-0 flex-1">
          <SearchInput
            label={t`Buscar conversas`}
            placeholder={t`Título ou participante`}
            value={term}
            onChange={setTerm}
            onArrowDown={() => list.current?.querySelector<HTMLElement>('a')?.focus()}
          />
        </div>
        <IconButton label={t`Nova conversa`} onClick={startNew}>
          <MessageSquarePlus />
        </IconButton>
      </div>
      <ChatList ref={list} term={term.trim()} selectedId={selectedId} />
    </>
  )
}

interface ChatListProps {
  ref: RefObject<HTMLUListElement | null>
  term: string
  selectedId: string | undefined
}

function ChatList({ ref, term, selectedId }: ChatListProps) {
  const { t } = useLingui()
  const { userId } = useActor()
  /** How far the list has grown, for these letters. */
  const [grown, setGrown] = useState({ term, limit: pageSize })
  const limit = grown.term === term ? grown.limit : pageSize
  const { rows, ready, whole } = useKeptQuery(chatWindow({ userId, term: useRested(term), unread: false, limit }))
  if (rows.length === 0) {
    // While the device is filled, none here is not none.
    return ready && whole ? <NoChats searching={term !== ''} /> : <ListSkeleton label={t`Carregando conversas`} />
  }
  return (
    <ul
      ref={ref}
      role="list"
      aria-label={t`Conversas da equipe`}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        const atEnd = scrollHeight - scrollTop - clientHeight < bottomMargin
        if (atEnd && rows.length >= limit) setGrown({ term, limit: limit + pageSize })
      }}
      onKeyDown={stepThrough}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-2"
    >
      {rows.map((chat) => (
        <li key={chat.id}>
          <ItemBoundary of={chat}>
            <ChatLink chat={chat} selected={chat.id === selectedId} />
          </ItemBoundary>
        </li>
      ))}
    </ul>
  )
}

/** Arrows lead from chat to chat. */
function stepThrough(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')]
  links[links.findIndex((link) => link === event.target) + step]?.focus()
  event.preventDefault()
}

function ChatLink({ chat, selected }: { chat: ChatRow; selected: boolean }) {
  return (
    <Link
      to="/chats/$chatId"
      params={{ chatId: chat.id }}
      aria-current={selected ? 'page' : undefined}
      className={cn(
        'flex h-16 items-center gap-3 rounded-md px-2.5 text-sm -outline-offset-2',
        selected ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
    >
      <ChatSummary chat={chat} today={useToday()} />
    </Link>
  )
}

function NoChats({ searching }: { searching: boolean }) {
  const { t } = useLingui()
  if (searching) return <EmptyState icon={MessageCircle} title={t`Nenhuma conversa com esse nome`} />
  return (
    <EmptyState
      icon={MessageCircle}
      title={t`Nenhuma conversa ainda`}
      example={t`Turno da manhã: quem abre a loja amanhã?`}
      action={
        <Link to="/chats/new" className={buttonVariants({ variant: 'primary' })}>
          <Trans>Nova conversa</Trans>
        </Link>
      }
    >
      <Trans>Combine o dia com a equipe sem sair do Balcão. Os clientes não veem nada daqui.</Trans>
    </EmptyState>
  )
}

/** On a phone: the list, and the way back to the chat that was open last, while one is still in it. */
function PhoneTabs() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { userId } = useActor()
  const chatId = useSyncExternalStore(lastChat.subscribe, lastChat.get)
  const [chat] = useQuery(chatId === null ? null : chatById({ id: chatId, userId })).rows
  if (!chat) return null
  return (
    <Tabs
      value="list"
      onValueChange={() => void navigate({ to: '/chats/$chatId', params: { chatId: chat.id } })}
      className="border-b border-line sm:hidden"
    >
      <TabsList variant="line" aria-label={t`Tela`} className="-mb-px border-b-0">
        <Tab variant="line" value="list" className="flex-1">{t`Chats`}</Tab>
        <Tab variant="line" value="messages" className="flex-1">{t`Mensagens`}</Tab>
      </TabsList>
    </Tabs>
  )
}
