// The code to be paid: drawn for another device's camera, and to be copied for the bank's app on this one.
import { Trans, useLingui } from '@lingui/react/macro'
import { Copy } from 'lucide-react'
import { QRCodeSVG } from 'qrcode.react'
import { useId } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { DialogBody } from '../../../components/ui/dialog.tsx'
import { Notice } from '../../../components/ui/notice.tsx'
import { Textarea } from '../../../components/ui/inputs/textarea.tsx'
import { toastDone, toastError } from '../../../lib/app/toast.ts'
import { formatDateTime } from '../../../lib/text/date-time.ts'
import { formatMoney } from '../../../lib/text/money.ts'
import { useNow } from '../../../lib/use-now.ts'
import type { Charge } from '../answers.ts'

interface PixViewProps {
  charge: Charge
  /** Another code in place of one that is over. */
  onRenew(): void
}

export function PixView({ charge, onRenew }: PixViewProps) {
  const { t } = useLingui()
  const { expiresAt, provider } = charge
  const now = useNow()
  const isOver = expiresAt !== null && expiresAt <= now
  const code = charge.qrcode.qrcode
  const price = formatMoney(Number(charge.valor.original))
  const until = expiresAt && formatDateTime(expiresAt)
  return (
    <DialogBody className="flex flex-col items-center gap-4 pb-6">
      <p className="text-xl font-semibold tabular">{price}</p>
      {isOver ? (
        <>
          <Notice tone="warning">
            <Trans>Este código venceu.</Trans>
          </Notice>
          <Button variant="primary" size="lg" onClick={onRenew}>
            <Trans>Gerar novo código</Trans>
          </Button>
        </>
      ) : (
        <>
          {/* White in the dark theme too: banks' apps read dark on light. */}
          <div className="flex size-66 shrink-0 items-center justify-center rounded-lg border border-line bg-white p-4 text-neutral-900">
            <QRCodeSVG value={code} size={232} level="M" role="img" aria-label={t`QR code do Pix`} />
          </div>
          <CodeField code={code} />
          <Notice>
            {provider === 'manual' ? (
              <Trans>
                O pagamento é conferido por uma pessoa: depois de pagar, aguarde a confirmação. Esta tela segue sozinha.
              </Trans>
            ) : (
              <Trans>Aguardando o pagamento. Esta tela segue sozinha quando ele for confirmado.</Trans>
            )}
          </Notice>
          {until !== null && (
            <p className="text-sm text-muted tabular">
              <Trans>Válido até {until}</Trans>
            </p>
          )}
        </>
      )}
    </DialogBody>
  )
}

function CodeField({ code }: { code: string }) {
  const { t } = useLingui()
  const id = useId()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      toastDone(t`Código copiado.`)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <div className="flex w-full flex-col gap-2">
      <label htmlFor={id} className="text-sm font-medium">
        <Trans>Pix copia e cola</Trans>
      </label>
      <Textarea id={id} readOnly value={code} onFocus={(event) => event.target.select()} className="break-all" />
      <Button variant="primary" size="lg" onClick={() => void copy()}>
        <Copy aria-hidden />
        <Trans>Copiar código</Trans>
      </Button>
    </div>
  )
}
