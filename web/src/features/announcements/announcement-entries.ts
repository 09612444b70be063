import { t } from '@lingui/core/macro'
import { formAt, type ResourceEntries } from '../../resource/entries.ts'

export const announcementEntries: ResourceEntries = {
  form: formAt('/announcements'),
  namedBy: 'title',
  create: (title) => t`Adicionar o informativo ${title}`,
  update: (who) => t`Alterar o informativo ${who}`,
  remove: (title) => (title === null ? t`Excluir um informativo` : t`Excluir o informativo ${title}`),
}
