import { t } from '@lingui/core/macro'
import { formAt, type ResourceEntries } from '../../resource/entries.ts'

export const fileListEntries: ResourceEntries = {
  form: formAt('/files'),
  namedBy: 'name',
  create: (list) => t`Adicionar a lista de arquivos ${list}`,
  update: (who) => t`Alterar a lista de arquivos ${who}`,
  remove: (list) => (list === null ? t`Excluir uma lista de arquivos` : t`Excluir a lista de arquivos ${list}`),
}
