import { t } from '@lingui/core/macro'
import { formAt, type ResourceEntries } from '../../resource/entries.ts'

export const contactEntries: ResourceEntries = {
  form: formAt('/contacts'),
  namedBy: 'name',
  create: (contact) => t`Adicionar o contato ${contact}`,
  update: (who) => t`Alterar o contato ${who}`,
  remove: (contact) => (contact === null ? t`Excluir um contato` : t`Excluir o contato ${contact}`),
}
