import { createFileRoute, Outlet } from '@tanstack/react-router'
import * as v from 'valibot'
import { ChatConversation } from '../../../features/chats/conversation/chat-conversation.tsx'
import { idParam } from '../../../lib/app/id-param.ts'

/** `message`: to be shown when the chat opens. */
const search = v.object({ message: idParam })

export const Route = createFileRoute('/_desk/chats/$chatId')({ validateSearch: search, component: Chat })

function Chat() {
  const { chatId } = Route.useParams()
  const { message } = Route.useSearch()
  return (
    <>
      <ChatConversation key={chatId} chatId={chatId} messageId={message} />
      <Outlet />
    </>
  )
}
