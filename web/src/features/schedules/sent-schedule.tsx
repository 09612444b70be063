// A schedule that can't be changed any more: what it was, for whom, and how it went.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { formatDateTime } from '../../lib/date-time.ts'
import { useFailureWords } from '../../lib/failure-words.ts'
import type { RowFormProps } from '../../resource/resource.ts'
import { statusTitle } from './words.ts'
import type { ScheduleRow } from './schedule-row.ts'

export function SentSchedule({ initial, notice, onClosed }: RowFormProps<ScheduleRow>) {
  const { t } = useLingui()
  const failureWords = useFailureWords()
  const [open, setOpen] = useState(true)
  const { status, error, contactName, body, sendAt, sentAt, mediaName } = initial
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      placement="right"
      title={statusTitle(status)}
      className="sm:w-md"
    >
      <DialogBody className="flex flex-col gap-4">
        {notice}
        {status === 'ERRO' && <Notice tone="danger">{failureWords(error)}</Notice>}
        <dl className="flex flex-col gap-4">
          <Fact label={t`Contato`}>{contactName ?? t`(registro não encontrado)`}</Fact>
          <Fact label={t`Mensagem`}>{body}</Fact>
          {mediaName !== null && <Fact label={t`Imagem`}>{mediaName}</Fact>}
          <Fact label={t`Data e hora do envio`}>{formatDateTime(new Date(sendAt))}</Fact>
          {sentAt !== null && <Fact label={t`Enviada`}>{formatDateTime(sentAt)}</Fact>}
        </dl>
      </DialogBody>
      <DialogFooter>
        <Button onClick={() => setOpen(false)}>
          <Trans>Fechar</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="break-words whitespace-pre-wrap tabular">{children}</dd>
    </div>
  )
}
