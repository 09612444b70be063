import { scheduleById, scheduleCount, scheduleWindow } from 'db/schedules/queries.ts'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { isEditable, isLeased, isWaitingForWhatsApp } from 'db/schedules/rules.ts'
import type { ScheduleStatus } from 'db/schedules/table.ts'
import { CalendarClock, Paperclip } from 'lucide-react'
import { Badge } from '../../components/ui/badge.tsx'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { useFailureWords } from '../../lib/text/failure-words.ts'
import { noFile } from '../../desk/files/stored-file.ts'
import type { ListedRow, Resource } from '../../resource/resource.ts'
import { RowName } from '../../resource/row-parts.tsx'
import { inAnHour } from '../../desk/local-time.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { shortBody } from './short-body.ts'
import { statusWords } from './words.ts'
import { connectionTrouble, type ScheduleRow } from './schedule-row.ts'

export const schedules: Resource<ScheduleRow> = {
  noun: 'schedule',
  path: '/schedules',
  icon: CalendarClock,
  notFound: 'ERR_NOT_FOUND',
  window: scheduleWindow,
  count: scheduleCount,
  one: scheduleById,
  blank: () => ({ ...unsent, body: '', ...nobody, sendAt: inAnHour(), ...noFile }),
  nameOf: ({ contactName, body }) => contactName ?? shortBody(body),
  words: () => ({
    title: t`Agendamentos`,
    purpose: t`Mensagens escritas agora, enviadas na hora que você escolher.`,
    search: t`Buscar agendamentos`,
    add: t`Agendar mensagem`,
    edit: t`Editar agendamento`,
    count: (count) => plural(count, { one: '# agendamento', other: '# agendamentos' }),
    empty: t`Nenhum agendamento ainda`,
    emptyHelp: t`Um lembrete, uma cobrança, os parabéns: escreva agora e a mensagem sai sozinha no horário marcado, mesmo com o computador desligado.`,
    example: t`Amanhã às 9h, para Maria Silva: Bom dia! Seu pedido está pronto.`,
    saved: t`Agendamento salvo com sucesso!`,
    deleted: t`Agendamento excluído com sucesso!`,
    delete: (name) => t`Excluir o agendamento para ${name}?`,
    discard: (name) => t`Descartar o agendamento para ${name}?`,
    deleteMeans: t`Se ainda não foi enviada, a mensagem não será mais. O que já foi enviado fica na conversa.`,
  }),
  columns: () => [
    { label: t`Contato`, width: 'w-1/4', Cell: Contact },
    { id: 'body', label: t`Mensagem`, Cell: Body },
    { id: 'sendAt', label: t`Envio`, width: 'w-40', Cell: SendAt },
    { id: 'status', label: t`Status`, width: 'w-1/4', Cell: Status },
  ],
  Form: ScheduleForm,
  isReadOnly: (row) => !isEditable(row),
  mayDelete: (row) => !isLeased(row),
}

const nobody = {
  contactId: '',
  contactName: null,
  connectionId: null,
  connectionName: null,
  connectionReason: null,
} as const
const unsent = { sentAt: null, status: 'PENDENTE', error: null } as const

interface CellProps {
  row: ListedRow<ScheduleRow>
}

function Contact({ row }: CellProps) {
  return <RowName resource={schedules} row={row} />
}

function Body({ row: { body, mediaHash, mediaName } }: CellProps) {
  return (
    <span className="flex items-center gap-1.5">
      {mediaHash !== null && (
        <Paperclip role="img" aria-label={mediaName ?? t`arquivo`} className="size-3.5 shrink-0" />
      )}
      <span className="truncate">{shortBody(body)}</span>
    </span>
  )
}

function SendAt({ row: { sendAt } }: CellProps) {
  return <span className="tabular">{formatDateTime(new Date(sendAt))}</span>
}

const looks = { PENDENTE: 'neutral', AGENDADA: 'warning', ENVIADA: 'good', ERRO: 'danger' } as const satisfies Record<
  ScheduleStatus,
  string
>

function Status({ row }: CellProps) {
  const { status, error } = row
  const failureWords = useFailureWords()
  const trouble = connectionTrouble(row)
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge shape="label" variant={looks[status]} className="-my-0.5">
        {statusWords(status)}
      </Badge>
      {status === 'ERRO' && <span className="text-xs">{failureWords(error)}</span>}
      {isWaitingForWhatsApp(row) && (
        <span className="text-xs text-muted">
          <Trans>Aguardando a conexão enviar.</Trans>
        </span>
      )}
      {status === 'PENDENTE' && trouble !== null && (
        <span className="text-xs text-danger">
          {trouble === 'banned' ? t`Conexão banida: escolha outra.` : t`Conexão excluída: escolha outra.`}
        </span>
      )}
    </span>
  )
}
