import { t } from '@lingui/core/macro'
import type { ResourceEntries } from '../../resource/entries.ts'

export const connectionEntries: ResourceEntries = {
  form: (connectionId) => ({ to: '/connections/$connectionId', params: { connectionId } }),
  namedBy: 'name',
  create: (connection) => t`Adicionar a conexão ${connection}`,
  update: (who) => t`Alterar a conexão ${who}`,
  remove: (connection) => (connection === null ? t`Excluir uma conexão` : t`Excluir a conexão ${connection}`),
}
