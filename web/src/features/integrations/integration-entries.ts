import { t } from '@lingui/core/macro'
import { formAt, type ResourceEntries } from '../../resource/entries.ts'

export const integrationEntries: ResourceEntries = {
  form: formAt('/queue-integration'),
  namedBy: 'name',
  create: (name) => t`Adicionar a integração ${name}`,
  update: (who) => t`Alterar a integração ${who}`,
  remove: (name) => (name === null ? t`Excluir uma integração` : t`Excluir a integração ${name}`),
}
