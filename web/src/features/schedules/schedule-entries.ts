import { t } from '@lingui/core/macro'
import { formAt, type ResourceEntries } from '../../resource/entries.ts'

export const scheduleEntries: ResourceEntries = {
  form: formAt('/schedules'),
  namedBy: 'contactId',
  create: (contact) => t`Agendar uma mensagem para ${contact}`,
  update: (who) => t`Alterar a mensagem agendada para ${who}`,
  remove: (contact) =>
    contact === null ? t`Excluir uma mensagem agendada` : t`Excluir a mensagem agendada para ${contact}`,
}
