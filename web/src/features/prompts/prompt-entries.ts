import { t } from '@lingui/core/macro'
import { formAt, type ResourceEntries } from '../../resource/entries.ts'

export const promptEntries: ResourceEntries = {
  form: formAt('/prompts'),
  namedBy: 'name',
  create: (prompt) => t`Adicionar o prompt ${prompt}`,
  update: (who) => t`Alterar o prompt ${who}`,
  remove: (prompt) => (prompt === null ? t`Excluir um prompt` : t`Excluir o prompt ${prompt}`),
}
