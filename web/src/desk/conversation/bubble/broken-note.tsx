import type { MessageRow } from 'db/messages/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { cn } from '../../../lib/class-names.ts'
import { refusalReason } from '../../tickets/refusals.ts'
import { restricted, useFailureWords } from '../../../lib/text/failure-words.ts'
import { discardEntry, retryEntry, type OutboxEntry } from '../../../sync/client.ts'

/** Under a message that the server refused: why, and what can be done. */
export function RefusedNote({ entry }: { entry: OutboxEntry }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  return (
    <Note reason={refusalReason(entry)}>
      <RetryButton entry={entry} />
      <Button size="sm" variant="dangerQuiet" onClick={() => setAsking(true)}>
        <Trans>Descartar</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Descartar a mensagem?`}
        description={t`O texto não será enviado e some desta conversa.`}
        confirm={t`Descartar`}
        onConfirm={() => void discardEntry(entry.id)}
      />
    </Note>
  )
}

/** Under a message that stayed as it was: the server refused its edit, reaction or deletion. */
export function RefusedChangeNote({ entry, own }: { entry: OutboxEntry; own: boolean }) {
  return (
    <Note own={own} reason={refusalReason(entry)}>
      <RetryButton entry={entry} />
      <Button size="sm" variant="dangerQuiet" onClick={() => void discardEntry(entry.id)}>
        <Trans>Deixar como está</Trans>
      </Button>
    </Note>
  )
}

function RetryButton({ entry }: { entry: OutboxEntry }) {
  return (
    <Button size="sm" variant="quiet" onClick={() => void retryEntry(entry.id)}>
      <Trans>Tentar de novo</Trans>
    </Button>
  )
}

/** Under a message that WhatsApp left as it was. */
export function UntakenChangeNote({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  const { kind = '', code = '' } = message.details?.refused ?? {}
  const words: Record<string, string> = {
    react: t`O WhatsApp não aceitou a reação (${code}).`,
    edit: t`O WhatsApp não aceitou a edição (${code}).`,
    delete: t`O WhatsApp não apagou a mensagem (${code}).`,
  }
  return <Note own={message.fromMe} reason={words[kind] ?? code} />
}

/** Under a message that WhatsApp did not take. */
export function FailedNote({ reason, onResend }: { reason: string | null; onResend: (() => void) | null }) {
  const failureWords = useFailureWords()
  return (
    <Note reason={failureWords(reason)}>
      {onResend && reason !== restricted && (
        <Button size="sm" variant="quiet" onClick={onResend}>
          <Trans>Enviar de novo</Trans>
        </Button>
      )}
    </Note>
  )
}

function Note({ reason, own = true, children }: { reason: string; own?: boolean; children?: ReactNode }) {
  return (
    <div
      className={cn(
        'flex max-w-[min(68ch,85%)] flex-col pt-0.5 text-xs',
        own ? 'items-end self-end text-right' : 'items-start self-start',
      )}
    >
      <span className="text-danger">{reason}</span>
      <div className={cn('flex', own ? '-mr-2.5' : '-ml-2.5')}>{children}</div>
    </div>
  )
}
