import { t } from '@lingui/core/macro'
import { formAt, type ResourceEntries } from '../../resource/entries.ts'

export const contactListEntries: ResourceEntries = {
  form: formAt('/contact-lists'),
  namedBy: 'name',
  create: (list) => t`Adicionar a lista de contatos ${list}`,
  update: (who) => t`Alterar a lista de contatos ${who}`,
  remove: (list) => (list === null ? t`Excluir uma lista de contatos` : t`Excluir a lista de contatos ${list}`),
}
