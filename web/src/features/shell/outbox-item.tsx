import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { formatWhen } from '../../lib/date-time.ts'
import { codeMessage } from '../../lib/error-message.ts'
import { useNow } from '../../lib/use-now.ts'
import { discardEntry, retryEntry, type OutboxEntry } from '../../sync/client.ts'
import { entryBody, entryWords } from './entry-words.ts'

interface OutboxItemProps {
  entry: OutboxEntry
  nameOf: (id: string) => string | undefined
}

export function OutboxItem({ entry, nameOf }: OutboxItemProps) {
  const now = useNow()
  const body = entryBody(entry)
  const words = entryWords(entry, nameOf)
  return (
    <li className="flex flex-col gap-1 p-3">
      <div className="flex items-baseline gap-2">
        <span className="min-w-0 flex-1 text-sm font-medium">{words}</span>
        <time dateTime={entry.at.toISOString()} className="shrink-0 text-xs text-muted tabular">
          {formatWhen(entry.at, now)}
        </time>
      </div>
      {body !== '' && <p className="line-clamp-2 text-sm break-words text-muted">{body}</p>}
      {entry.state === 'refused' && <Refusal entry={entry} words={words} />}
    </li>
  )
}

function Refusal({ entry, words }: { entry: OutboxEntry; words: string }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <p className="text-sm text-danger">{codeMessage(entry.code ?? 'ERR_INTERNAL', entry.details)}</p>
      <div className="mt-1 flex gap-2">
        <Button size="sm" onClick={() => void retryEntry(entry.id)}>
          <Trans>Tentar de novo</Trans>
        </Button>
        <Button size="sm" variant="dangerQuiet" onClick={() => setAsking(true)}>
          <Trans>Descartar</Trans>
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Descartar?`}
        description={t`“${words}” não será enviado.`}
        confirm={t`Descartar`}
        onConfirm={() => void discardEntry(entry.id)}
      />
    </>
  )
}
