import { t } from '@lingui/core/macro'
import { formAt, type ResourceEntries } from '../../resource/entries.ts'

export const quickMessageEntries: ResourceEntries = {
  form: formAt('/quick-messages'),
  namedBy: 'shortcode',
  create: (shortcode) => t`Adicionar a mensagem rápida ${shortcode}`,
  update: (who) => t`Alterar a mensagem rápida ${who}`,
  remove: (shortcode) =>
    shortcode === null ? t`Excluir uma mensagem rápida` : t`Excluir a mensagem rápida ${shortcode}`,
}
