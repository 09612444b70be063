import { createFileRoute } from '@tanstack/react-router'
import { NoChat } from '../../../features/chats/no-chat.tsx'

export const Route = createFileRoute('/_desk/chats/')({ component: NoChat })
