import { chatById, membersOfChat, type ChatDetail } from 'db/chats/queries.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { idArg } from 'db/kit/args.ts'
import { useEffect, useMemo, useState } from 'react'
import * as v from 'valibot'
import { chooseFiles } from '../../../desk/files/chosen-files.ts'
import { ContactNameContext } from '../../../desk/conversation/bubble/author.ts'
import { DropArea } from '../../../desk/conversation/composer/drop-area.tsx'
import { Separator } from '../../../desk/conversation/list/day-pill.tsx'
import { MessageList, type Surroundings } from '../../../desk/conversation/list/message-list.tsx'
import { lastHeardAt } from '../../../desk/conversation/list/source.ts'
import { useLinkedMessage } from '../../../desk/conversation/list/use-linked-message.ts'
import { useMessages } from '../../../desk/conversation/list/use-messages.ts'
import { useShowMessage } from '../../../desk/conversation/list/use-show-message.ts'
import { useMarkRead } from '../../../desk/conversation/presence/use-mark-read.ts'
import { usePageVisible } from '../../../desk/conversation/presence/use-page-visible.ts'
import { useActor } from '../../../lib/app/actor-context.tsx'
import { toastNotice } from '../../../lib/app/toast.ts'
import { useShortcut } from '../../../lib/app/use-shortcut.ts'
import { writeReplyDraft } from '../../../lib/data/drafts.ts'
import { codeMessage } from '../../../lib/text/error-message.ts'
import { showConversation } from '../../../notifications/shown-conversation.ts'
import { mutate, useComplete, useQuery } from '../../../sync/client.ts'
import { ChatComposer } from './chat-composer.tsx'
import { ChatHeader } from './chat-header.tsx'
import { ChatMessageActions } from './chat-message-actions.tsx'
import { chatConversation } from './chat-source.ts'

interface ChatConversationProps {
  chatId: string
  /** To be shown first. */
  messageId: string | undefined
}

export function ChatConversation({ chatId, messageId }: ChatConversationProps) {
  const chat = useChat(chatId)
  return chat && <OpenChat chat={chat} messageId={messageId} />
}

/** The chat, live. Back to the list when it is gone, or its reader is no longer in it. */
function useChat(id: string): ChatDetail | undefined {
  const navigate = useNavigate()
  const { userId } = useActor()
  const valid = v.is(idArg, id)
  const query = valid ? chatById({ id, userId }) : null
  const [chat] = useQuery(query).rows
  const complete = useComplete(query)
  const absent = !valid || (complete && !chat)
  useEffect(() => {
    if (!absent) return
    toastNotice(codeMessage('ERR_NO_CHAT_FOUND'))
    void navigate({ to: '/chats', replace: true })
  }, [absent, navigate])
  return chat
}

function OpenChat({ chat, messageId }: { chat: ChatDetail; messageId: string | undefined }) {
  const navigate = useNavigate()
  const actor = useActor()
  const messages = useMessages(useMemo(() => chatConversation(chat.id, actor), [chat.id, actor]))
  const members = useQuery(membersOfChat({ id: chat.id })).rows
  const { showMessage, setList } = useShowMessage(messages)
  useLinkedMessage(messageId, messages, showMessage)
  const [atEnd, setAtEnd] = useState(true)
  const heardAt = lastHeardAt(messages.rows)
  const unread = chat.unread > 0 && heardAt !== undefined && new Date(heardAt) > chat.readUntil
  useMarkRead(
    { conversationId: chat.id, unread, atEnd, until: heardAt },
    async (id, until) => until !== undefined && mutate('chat.read', { id, until }),
  )
  useShown(chat.id)
  const reply = ({ id }: MessageRow) => writeReplyDraft(chat.id, id)
  const replyToNewest = () => {
    const newest = messages.rows.at(-1)
    if (newest) reply(newest)
  }
  useShortcut('reply', replyToNewest)
  useShortcut('leave', () => void navigate({ to: '/chats' }))
  return (
    <ContactNameContext value={chat.title}>
      <section className="flex h-full min-w-0 flex-col">
        <ChatHeader chat={chat} members={members} />
        <DropArea onFiles={(files) => void chooseFiles(chat.id, files)}>
          <ChatMessageActions chatId={chat.id} members={members} showMessage={showMessage} onReply={reply}>
            <MessageList
              conversationId={chat.id}
              messages={messages}
              surroundings={useSurroundings(chat, messages)}
              onResend={null}
              onReady={setList}
              onEnd={setAtEnd}
            />
          </ChatMessageActions>
          <ChatComposer chatId={chat.id} members={members} messages={messages} />
        </DropArea>
      </section>
    </ContactNameContext>
  )
}

const nothing = () => undefined

/** Where what is new begins is said as it was when the chat was opened. */
function useSurroundings(chat: ChatDetail, { ready, hasOlder }: { ready: boolean; hasOlder: boolean }): Surroundings {
  const { t } = useLingui()
  const [{ readUntil, lastMessageAt }] = useState(chat)
  const isNew = ({ fromMe, createdAt }: MessageRow) =>
    !fromMe && createdAt > readUntil && lastMessageAt !== null && createdAt <= lastMessageAt
  return {
    top: ready && !hasOlder && (
      <p className="absolute inset-x-0 top-0 z-1 flex h-11 items-center justify-center text-xs text-muted">
        {t`Só os participantes veem esta conversa.`}
      </p>
    ),
    reach: nothing,
    olderWithin: 600,
    empty: (
      <div className="pt-11">
        <Separator>{t`Nenhuma mensagem ainda`}</Separator>
      </div>
    ),
    authorOf: (message) => (message.fromMe ? null : message.participantName),
    before: (message, previous) =>
      isNew(message) && (!previous || previous.createdAt <= readUntil) ? t`Não lidas` : null,
    after: () => null,
  }
}

/** What is on the screen needs no notification. */
function useShown(chatId: string) {
  const visible = usePageVisible()
  useEffect(() => (visible ? showConversation(chatId) : undefined), [visible, chatId])
}
