import { t } from '@lingui/core/macro'
import { formAt, type ResourceEntries } from '../../resource/entries.ts'

export const campaignEntries: ResourceEntries = {
  form: formAt('/campaigns'),
  namedBy: 'name',
  create: (campaign) => t`Adicionar a campanha ${campaign}`,
  update: (who) => t`Alterar a campanha ${who}`,
  remove: (campaign) => (campaign === null ? t`Excluir uma campanha` : t`Excluir a campanha ${campaign}`),
}
