import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, ExternalLink } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState, type ReactNode } from 'react'
import { Button, buttonVariants } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { toastDone, toastError } from '../../lib/toast.ts'
import { mutate } from '../../sync/client.ts'
import { QrProgress } from './qr-progress.tsx'
import type { ConnectionRow } from './queries.ts'
import { simulatorUrl } from './simulator-url.ts'
import { useConnectionQr } from './use-connection-qr.ts'

export function QrLink({ connection }: { connection: ConnectionRow }) {
  const { qrcode, failed } = useConnectionQr(connection.id)
  return (
    <div className="grid gap-6 sm:grid-cols-[16.5rem_1fr]">
      <div className="flex flex-col items-center gap-3">
        <QrFrame>{qrcode === null ? <Waiting connection={connection} /> : <Code value={qrcode} />}</QrFrame>
        {qrcode !== null && <CodeActions qrcode={qrcode} />}
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        {failed && (
          <Notice tone="danger">
            <Trans>Não foi possível buscar o QR code. Verifique a conexão com o servidor.</Trans>
          </Notice>
        )}
        <Steps />
        <QrProgress status={connection.status} />
      </div>
    </div>
  )
}

/** White in the dark theme too: phones read dark on light. */
function QrFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex size-66 items-center justify-center rounded-lg border border-line bg-white p-4 text-neutral-900">
      {children}
    </div>
  )
}

function Code({ value }: { value: string }) {
  const { t } = useLingui()
  return <QRCodeSVG value={value} size={232} level="L" role="img" aria-label={t`QR code`} />
}

function Waiting({ connection: { id, status } }: { connection: ConnectionRow }) {
  if (status === 'DISCONNECTED') {
    return (
      <Button variant="primary" onClick={() => void mutate('connection.start', { id }).catch(toastError)}>
        <Trans>Gerar novo QR code</Trans>
      </Button>
    )
  }
  return (
    <p className="text-center text-sm text-neutral-600">
      {status === 'PAIRING' ? <Trans>QR code lido.</Trans> : <Trans>Gerando o QR code…</Trans>}
    </p>
  )
}

function Steps() {
  return (
    <ol className="flex flex-col gap-3">
      <Step number={1}>
        <Trans>Abra o WhatsApp no celular da empresa.</Trans>
      </Step>
      <Step number={2}>
        <Trans>
          Toque em <strong>Mais opções</strong> ou <strong>Configurações</strong> e depois em{' '}
          <strong>Aparelhos conectados</strong>.
        </Trans>
      </Step>
      <Step number={3}>
        <Trans>
          Toque em <strong>Conectar um aparelho</strong> e aponte a câmera para este código.
        </Trans>
      </Step>
    </ol>
  )
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="flex gap-3 text-base">
      <span
        aria-hidden
        className="flex size-5 shrink-0 items-center justify-center rounded-full bg-pressed text-xs font-medium text-muted tabular"
      >
        {number}
      </span>
      <span>{children}</span>
    </li>
  )
}

function CodeActions({ qrcode }: { qrcode: string }) {
  const { t } = useLingui()
  const [simulator, setSimulator] = useState<string | null>(null)
  useEffect(() => {
    void simulatorUrl().then(setSimulator)
  }, [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(qrcode)
      toastDone(t`Código copiado.`)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <Button size="sm" onClick={() => void copy()}>
        <Copy aria-hidden />
        <Trans>Copiar código do QR</Trans>
      </Button>
      {simulator !== null && (
        <a
          href={`${simulator}/#scan=${encodeURIComponent(qrcode)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonVariants({ size: 'sm' })}
        >
          <ExternalLink aria-hidden />
          <Trans>Abrir no simulador</Trans>
        </a>
      )}
    </div>
  )
}
