import { t } from '@lingui/core/macro'
import { formAt, type ResourceEntries } from '../../resource/entries.ts'

export const userEntries: ResourceEntries = {
  form: formAt('/users'),
  namedBy: 'name',
  create: (user) => t`Adicionar o usuário ${user}`,
  update: (who) => t`Alterar o usuário ${who}`,
  remove: (user) => (user === null ? t`Excluir um usuário` : t`Excluir o usuário ${user}`),
}
