import type { ConnectionRow } from 'db/connections/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, ExternalLink } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useEffect, useState, type ReactNode } from 'react'
import { Button, buttonVariants } from '../../../components/ui/button.tsx'
import { toastDone, toastError } from '../../../lib/app/toast.ts'
import { mutate } from '../../../sync/client.ts'
import { simulatorUrl } from './simulator-url.ts'
import { Step, StepList } from './steps.tsx'
import { useOnline } from '../../../desk/server/use-online.ts'

interface QrLinkProps {
  connection: ConnectionRow
  qrcode: string | null
}

export function QrLink({ connection, qrcode }: QrLinkProps) {
  return (
    <div className="grid gap-6 sm:grid-cols-[16.5rem_1fr]">
      <div className="flex flex-col items-center gap-3">
        <QrFrame>{qrcode === null ? <Waiting connection={connection} /> : <Code value={qrcode} />}</QrFrame>
        {qrcode !== null && <CodeActions qrcode={qrcode} />}
      </div>
      <Steps />
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
  const online = useOnline()
  if (status === 'DISCONNECTED') {
    return (
      <Button
        variant="primary"
        disabled={!online}
        onClick={() => void mutate('connection.relink', { id }).catch(toastError)}
      >
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
    <StepList>
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
    </StepList>
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
