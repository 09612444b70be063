import { chatForm, type ChatFormRow } from 'db/chats/queries.ts'
import { t } from '@lingui/core/macro'
import type { EditedResource } from '../../resource/resource.ts'
import { ChatForm } from './chat-form.tsx'

/** Its list and what is said in it are screens of their own; its form is as any other. */
export const chats: EditedResource<ChatFormRow> = {
  noun: 'chat',
  path: '/chats',
  notFound: 'ERR_NO_CHAT_FOUND',
  one: chatForm,
  blank: () => ({ title: '', ownerId: '', userIds: [] }),
  words: () => ({ add: t`Nova conversa`, edit: t`Editar conversa`, saved: t`Conversa salva com sucesso!` }),
  Form: ChatForm,
}
