import { t } from '@lingui/core/macro'
import { formAt, type ResourceEntries } from '../../resource/entries.ts'

export const tagEntries: ResourceEntries = {
  form: formAt('/tags'),
  namedBy: 'name',
  create: (tag) => t`Adicionar a etiqueta ${tag}`,
  update: (who) => t`Alterar a etiqueta ${who}`,
  remove: (tag) => (tag === null ? t`Excluir uma etiqueta` : t`Excluir a etiqueta ${tag}`),
}
