import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { deliveryDetail } from './answers.ts'

interface DeliveryDialogProps {
  /** Of the delivery, below /api. */
  path: string
  title: string
  /** It goes out once more. */
  onSent(): void
  onClosed(): void
}

/** What was sent and answered. */
export function DeliveryDialog({ path, title, onSent, onClosed }: DeliveryDialogProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState(true)
  const server = useServerData(path, deliveryDetail)
  const { disabled, send } = useServerCall()
  const again = async () => {
    if (!(await send('POST', `${path}/resend`))) return
    onSent()
    setOpen(false)
  }
  const { data } = server
  return (
    <Dialog open={open} onOpenChange={setOpen} onClosed={onClosed} placement="right" title={title}>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
        <ServerNote {...server} />
        {data === null && server.error === null && <Skeleton className="h-64 rounded-lg" />}
        {data && (
          <>
            <Part title={t`Identificação (webhook-id)`} text={data.messageId} />
            <Part title={t`Enviado`} text={indented(data.body)} />
            <Part
              title={data.lastStatus === null ? t`Sem resposta` : t`Resposta ${data.lastStatus}`}
              text={data.lastAnswer || data.lastReason || '—'}
            />
            <Button className="self-start" disabled={disabled} onClick={() => void again()}>
              <RotateCw aria-hidden /> <Trans>Enviar de novo</Trans>
            </Button>
          </>
        )}
      </div>
    </Dialog>
  )
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      <pre dir="auto" className="rounded-md bg-hover p-2 text-xs break-words whitespace-pre-wrap">
        {text}
      </pre>
    </section>
  )
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
