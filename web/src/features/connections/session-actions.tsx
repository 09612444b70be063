// What can be done about a connection's session, by its status. Linking is done with a phone in the hand, so it is offered online only.
import type { ConnectionRow } from 'db/connections/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { toastError } from '../../lib/app/toast.ts'
import { mutate } from '../../sync/client.ts'
import { useOnline } from '../../desk/server/use-online.ts'

interface SessionActionsProps {
  connection: ConnectionRow
  onLink(): void
}

export function SessionActions({ connection, onLink }: SessionActionsProps) {
  const online = useOnline()
  return (
    <>
      <Buttons connection={connection} onLink={onLink} disabled={!online} />
      {!online && (connection.status === 'DISCONNECTED' || connection.status === 'qrcode') && (
        <span className="text-xs text-muted">
          <Trans>Sem rede. Para conectar um celular é preciso estar online.</Trans>
        </span>
      )}
    </>
  )
}

function Buttons({ connection, onLink, disabled }: SessionActionsProps & { disabled: boolean }) {
  const { id, status, number } = connection
  const link = (name: 'connection.start' | 'connection.relink') => () => {
    onLink()
    mutate(name, { id }).catch(toastError)
  }
  switch (status) {
    case 'DISCONNECTED':
      return (
        <>
          <Button variant="primary" disabled={disabled} onClick={link('connection.start')}>
            {number === null ? <Trans>Conectar</Trans> : <Trans>Tentar novamente</Trans>}
          </Button>
          {number !== null && (
            <Button disabled={disabled} onClick={link('connection.relink')}>
              <Trans>Novo QR code</Trans>
            </Button>
          )}
        </>
      )
    case 'qrcode':
      return (
        <Button variant="primary" disabled={disabled} onClick={onLink}>
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
      return <Disconnect connection={connection} />
  }
}

/** Works offline too: the wish waits in the outbox. */
function Disconnect({ connection: { id, name } }: { connection: ConnectionRow }) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
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
