import { t } from '@lingui/core/macro'
import type { ResourceEntries } from '../../resource/entries.ts'

export const queueEntries: ResourceEntries = {
  form: (queueId) => ({ to: '/queues/$queueId', params: { queueId } }),
  namedBy: 'name',
  create: (queue) => t`Adicionar a fila ${queue}`,
  update: (who) => t`Alterar a fila ${who}`,
  remove: (queue) => (queue === null ? t`Excluir uma fila` : t`Excluir a fila ${queue}`),
}

/** Changed in its queue's chatbot, whose editor shows what was refused. */
export const queueOptionEntries: ResourceEntries = {
  namedBy: 'title',
  create: (title) => t`Adicionar a opção ${title} do chatbot`,
  update: (who) => t`Alterar a opção ${who} do chatbot`,
  remove: (option) => (option === null ? t`Excluir uma opção do chatbot` : t`Excluir a opção ${option} do chatbot`),
}
