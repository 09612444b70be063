import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { formatPhone } from '../../lib/phone-number.ts'
import { toastError } from '../../lib/toast.ts'
import { mutate } from '../../sync/client.ts'
import type { ConnectionRow } from './queries.ts'
import { StatusBadge } from './status-badge.tsx'
import { StatusHint } from './status-hint.tsx'

interface ConnectionCardProps {
  connection: ConnectionRow
  /** Shows the QR. */
  onLink(): void
}

export function ConnectionCard({ connection, onLink }: ConnectionCardProps) {
  const { name, number, isDefault } = connection
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-4">
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex items-center gap-2">
          <h2 className="truncate text-base font-medium">{name}</h2>
          {isDefault && (
            <Badge>
              <Trans>padrão</Trans>
            </Badge>
          )}
        </div>
        <p className="text-sm text-muted tabular">
          {number === null ? <Trans>Ainda sem número</Trans> : formatPhone(number)}
        </p>
      </div>
      <div className="flex min-w-0 basis-48 flex-col items-start gap-0.5 max-sm:basis-full">
        <StatusBadge status={connection.status} />
        <StatusHint connection={connection} />
      </div>
      <div className="flex justify-end max-sm:w-full max-sm:*:flex-1 sm:basis-32">
        <Actions connection={connection} onLink={onLink} />
      </div>
    </li>
  )
}

function Actions({ connection: { id, name, status }, onLink }: ConnectionCardProps) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const start = () => {
    onLink()
    mutate('connection.start', { id }).catch(toastError)
  }
  switch (status) {
    case 'DISCONNECTED':
      return (
        <Button variant="primary" onClick={start}>
          <Trans>Conectar</Trans>
        </Button>
      )
    case 'qrcode':
      return (
        <Button variant="primary" onClick={onLink}>
          <Trans>Ver QR</Trans>
        </Button>
      )
    case 'OPENING':
      return (
        <Button disabled>
          <Trans>Conectando…</Trans>
        </Button>
      )
    case 'CONNECTED':
    case 'PAIRING':
    case 'TIMEOUT':
      return (
        <>
          <Button onClick={() => setAsking(true)}>
            <Trans>Desconectar</Trans>
          </Button>
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            title={t`Desconectar ${name}?`}
            description={t`O celular deixa de estar vinculado: ninguém recebe nem envia mensagens por ele até ler um novo QR code.`}
            confirm={t`Desconectar`}
            onConfirm={() => void mutate('connection.disconnect', { id }).catch(toastError)}
          />
        </>
      )
  }
}
