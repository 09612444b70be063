import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { codeMessage } from '../../../lib/error-message.ts'
import { discardEntry, retryEntry, type OutboxEntry } from '../../../sync/client.ts'

/** Under a message that the server refused: why, and what can be done. */
export function RefusedNote({ entry }: { entry: OutboxEntry }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  return (
    <Note reason={codeMessage(entry.code ?? 'ERR_INTERNAL', entry.details)}>
      <Button size="sm" variant="quiet" onClick={() => void retryEntry(entry.id)}>
        <Trans>Tentar de novo</Trans>
      </Button>
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

/** Under a message that WhatsApp did not take. */
export function FailedNote({ reason, onResend }: { reason: string | null; onResend: (() => void) | null }) {
  const { t } = useLingui()
  const words: Record<string, string> = {
    not_on_whatsapp: t`Este número não está no WhatsApp.`,
    send_failed: t`O WhatsApp não aceitou a mensagem.`,
  }
  return (
    <Note reason={(reason !== null && words[reason]) || t`O WhatsApp recusou a mensagem (${reason ?? '?'}).`}>
      {onResend && (
        <Button size="sm" variant="quiet" onClick={onResend}>
          <Trans>Enviar de novo</Trans>
        </Button>
      )}
    </Note>
  )
}

function Note({ reason, children }: { reason: string; children: ReactNode }) {
  return (
    <div className="flex max-w-[min(68ch,85%)] flex-col items-end self-end pt-0.5 text-right text-xs">
      <span className="text-danger">{reason}</span>
      <div className="-mr-2.5 flex">{children}</div>
    </div>
  )
}
