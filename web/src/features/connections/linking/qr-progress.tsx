import { useLingui } from '@lingui/react/macro'
import type { ConnectionStatus } from 'db/connections/table.ts'
import { Check } from 'lucide-react'
import { cn } from '../../../lib/class-names.ts'

/** How far the linking is: QR shown → read → connected. */
const reached: Record<ConnectionStatus, number> = {
  DISCONNECTED: 0,
  OPENING: 0,
  TIMEOUT: 0,
  qrcode: 1,
  PAIRING: 2,
  CONNECTED: 3,
}

export function QrProgress({ status }: { status: ConnectionStatus }) {
  const { t } = useLingui()
  const stages = [t`Leitura do QR`, t`Pareamento`, t`Pronto`]
  const current = reached[status]
  return (
    <div role="status">
      <ol aria-label={t`Andamento`} className="flex gap-2">
        {stages.map((stage, index) => {
          const done = current > index + 1
          const active = current === index + 1
          return (
            <li key={stage} aria-current={active ? 'step' : undefined} className="flex-1">
              <span
                className={cn(
                  'block h-1 rounded-full bg-pressed',
                  done && 'bg-accent',
                  active && 'animate-pulse bg-accent/50',
                )}
              />
              <span
                className={cn(
                  'mt-1.5 flex items-center gap-1 text-xs text-muted',
                  (done || active) && 'font-medium text-ink',
                )}
              >
                {done && <Check aria-hidden className="size-3" />}
                {stage}
              </span>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
