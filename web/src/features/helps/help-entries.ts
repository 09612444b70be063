import { t } from '@lingui/core/macro'
import { formAt, type ResourceEntries } from '../../resource/entries.ts'

export const helpEntries: ResourceEntries = {
  form: formAt('/helps/manage'),
  namedBy: 'title',
  create: (video) => t`Adicionar o vídeo de ajuda ${video}`,
  update: (who) => t`Alterar o vídeo de ajuda ${who}`,
  remove: (video) => (video === null ? t`Excluir um vídeo de ajuda` : t`Excluir o vídeo de ajuda ${video}`),
}
