import { t } from '@lingui/core/macro'
import type { ResourceEntries } from '../../resource/entries.ts'

export const chatEntries: ResourceEntries = {
  form: (chatId) => ({ to: '/chats/$chatId/edit', params: { chatId } }),
  namedBy: 'title',
  create: (title) => t`Criar a conversa da equipe ${title}`,
  update: (who) => t`Alterar a conversa da equipe ${who}`,
  remove: (title) => (title === null ? t`Excluir uma conversa da equipe` : t`Excluir a conversa da equipe ${title}`),
}
