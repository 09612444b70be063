import type { TrafficDay } from 'db/connections/queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog, DialogBody } from '../../components/ui/dialog.tsx'
import { DayTable } from './day-table.tsx'
import { reasonWords } from './ignored-reasons.ts'
import { differenceOf, ignoredOf, reasonsOf } from './traffic.ts'

interface TrafficDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  name: string
  /** The latest first. */
  days: readonly TrafficDay[]
}

/** The last days of a connection, and why messages were ignored. */
export function TrafficDialog({ open, onOpenChange, name, days }: TrafficDialogProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Mensagens de ${name}`}
      description={
        <Trans>Últimos 14 dias com movimento. O que foi recebido foi guardado ou ignorado por um motivo.</Trans>
      }
      className="max-w-2xl"
    >
      <DialogBody className="flex flex-col gap-4 pb-4">
        <Days days={days} />
        <Reasons days={days} />
      </DialogBody>
    </Dialog>
  )
}

function Days({ days }: { days: readonly TrafficDay[] }) {
  const { t } = useLingui()
  const columns: { label: string; of(day: TrafficDay): number }[] = [
    // First: on a phone the last ones are out of sight.
    { label: t`Diferença`, of: differenceOf },
    { label: t`Recebidas`, of: ({ delivered }) => delivered },
    { label: t`Guardadas`, of: ({ stored, changed }) => stored + changed },
    { label: t`Ignoradas`, of: ignoredOf },
    { label: t`Enviadas`, of: ({ sent }) => sent },
    { label: t`Recusadas`, of: ({ refused }) => refused },
  ]
  return <DayTable days={days} columns={columns} />
}

function Reasons({ days }: { days: readonly TrafficDay[] }) {
  const reasons = reasonsOf(days)
  if (reasons.length === 0) return null
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">
        <Trans>Por que foram ignoradas</Trans>
      </h3>
      <dl className="flex flex-col gap-1 text-sm">
        {reasons.map(([reason, count]) => (
          <div key={reason} className="flex justify-between gap-4">
            <dt className="text-muted">{reasonWords(reason)}</dt>
            <dd className="tabular">{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
