// A schedule that can't be changed any more: what it was, for whom, and how it went.
import { useLingui } from '@lingui/react/macro'
import { Fact, FactSheet } from '../../components/fact-sheet.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { useFailureWords } from '../../lib/text/failure-words.ts'
import type { RowFormProps } from '../../resource/resource.ts'
import { statusTitle } from './words.ts'
import type { ScheduleRow } from './schedule-row.ts'

export function SentSchedule({ initial, notice, onClosed }: RowFormProps<ScheduleRow>) {
  const { t } = useLingui()
  const failureWords = useFailureWords()
  const { status, error, contactName, connectionName, body, sendAt, sentAt, mediaName } = initial
  const failure = status === 'ERRO' && <Notice tone="danger">{failureWords(error)}</Notice>
  return (
    <FactSheet
      title={statusTitle(status)}
      notice={
        <>
          {notice}
          {failure}
        </>
      }
      onClosed={onClosed}
    >
      <Fact label={t`Contato`}>{contactName ?? t`(registro não encontrado)`}</Fact>
      {connectionName !== null && <Fact label={t`Conexão`}>{connectionName}</Fact>}
      <Fact label={t`Mensagem`}>{body}</Fact>
      {mediaName !== null && <Fact label={t`Imagem`}>{mediaName}</Fact>}
      <Fact label={t`Data e hora do envio`}>{formatDateTime(new Date(sendAt))}</Fact>
      {sentAt !== null && <Fact label={t`Enviada`}>{formatDateTime(sentAt)}</Fact>}
    </FactSheet>
  )
}
