// A campaign that can't be changed now: what it says, to whom, and when.
import { Trans, useLingui } from '@lingui/react/macro'
import { variantsOf } from 'db/campaigns/rules.ts'
import { Fact, FactSheet } from '../../components/fact-sheet.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { formatDateTime } from '../../lib/text/date-time.ts'
import type { RowFormProps } from '../../resource/resource.ts'
import { dateOf, type CampaignRow } from './campaign-row.ts'
import { statusWords } from './words.ts'

export function CampaignFacts({ initial, notice, onClosed }: RowFormProps<CampaignRow>) {
  const { t } = useLingui()
  const { name, status, confirmation, connectionName, listName, tagName, mediaName } = initial
  const [scheduled, started, completed] = [dateOf(initial.scheduledAt), initial.startedAt, initial.completedAt]
  return (
    <FactSheet
      title={name}
      notice={
        <>
          {notice}
          {status === 'PROGRAMADA' && (
            <Notice>
              <Trans>Começa em menos de uma hora: já não pode ser mudada. Para que não comece, exclua.</Trans>
            </Notice>
          )}
        </>
      }
      onClosed={onClosed}
    >
      <Fact label={t`Status`}>{statusWords(status)}</Fact>
      <Fact label={t`Conexão`}>{connectionName ?? '—'}</Fact>
      <Fact label={t`Para quem`}>{listName ?? tagName ?? '—'}</Fact>
      {confirmation && <Fact label={t`Perguntas de confirmação`}>{variantsOf(initial, 'question').join('\n\n')}</Fact>}
      <Fact label={t`Mensagens`}>{variantsOf(initial, 'message').join('\n\n')}</Fact>
      {mediaName !== null && <Fact label={t`Arquivo`}>{mediaName}</Fact>}
      {scheduled && <Fact label={t`Agendada para`}>{formatDateTime(scheduled)}</Fact>}
      {started && <Fact label={t`Começou`}>{formatDateTime(started)}</Fact>}
      {completed && <Fact label={t`Terminou`}>{formatDateTime(completed)}</Fact>}
    </FactSheet>
  )
}
