import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Fact } from '../../components/fact-sheet.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../components/ui/dialog.tsx'
import { Field } from '../../components/ui/field.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { formatDate, formatDateTime } from '../../lib/text/date-time.ts'
import { formatMoney } from '../../lib/text/money.ts'
import type { Payment } from './ledger.tsx'

interface ReversePaymentProps {
  companyId: string
  payment: Payment
  onClose(): void
  onReversed(): void
}

/** A payment that was marked by mistake, taken back with a reason. */
export function ReversePayment({ companyId, payment, onClose, onReversed }: ReversePaymentProps) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const { disabled, send } = useServerCall()
  const { id, amount, paidAt, planName, dueBefore, effect, note } = payment
  const reverse = async () => {
    if (await send('POST', `/companies/${companyId}/payments/${id}/reverse`, { reason })) onReversed()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Estornar o pagamento`}
      description={
        <Trans>
          Para o que foi marcado por engano. A fatura volta a ficar em aberto, e vencimento e plano voltam ao que eram.
          O registro guarda os dois lançamentos.
        </Trans>
      }
    >
      <DialogBody className="flex flex-col gap-4">
        <dl className="grid gap-3 sm:grid-cols-2">
          <Fact label={t`Valor`}>{formatMoney(amount)}</Fact>
          <Fact label={t`Marcado em`}>{formatDateTime(paidAt)}</Fact>
          {planName !== '' && <Fact label={t`Plano`}>{planName}</Fact>}
          {effect === 'renewed' && <Fact label={t`Vencimento antes do pagamento`}>{formatDate(dueBefore)}</Fact>}
          <Fact label={t`Como foi paga`}>{note}</Fact>
        </dl>
        <Field
          label={t`Motivo`}
          help={t`Fica no registro de pagamentos, com o seu nome.`}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button variant="danger" disabled={disabled || reason.trim().length < 3} onClick={() => void reverse()}>
          <Trans>Estornar</Trans>
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
