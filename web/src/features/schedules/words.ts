import { t } from '@lingui/core/macro'
import type { ScheduleStatus } from 'db/schedules/table.ts'

export function statusWords(status: ScheduleStatus): string {
  switch (status) {
    case 'PENDENTE':
      return t`Pendente`
    case 'AGENDADA':
      return t`Agendada`
    case 'ENVIADA':
      return t`Enviada`
    case 'ERRO':
      return t`Erro`
  }
}

/** Title of the schedule's dialog, which says how it stands. */
export function statusTitle(status: ScheduleStatus): string {
  switch (status) {
    case 'PENDENTE':
      return t`Mensagem pendente`
    case 'AGENDADA':
      return t`Mensagem agendada`
    case 'ENVIADA':
      return t`Mensagem enviada`
    case 'ERRO':
      return t`Erro de envio`
  }
}
