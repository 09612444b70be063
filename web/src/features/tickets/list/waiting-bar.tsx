import { headOf } from 'db/tickets/list-queries.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowDownUp } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { useKeptQuery } from '../../../desk/use-kept-query.ts'
import { useShortcut } from '../../../lib/app/use-shortcut.ts'
import { useStored } from '../../../lib/data/stored.ts'
import { useTicketActions } from '../ticket-actions.ts'

export type WaitingOrder = 'newest' | 'wait'

/** How somebody looks at what waits, remembered on the device. */
export const useWaitingOrder = (userId: string) => useStored<WaitingOrder>(`waiting-order:${userId}`, 'newest')

interface WaitingBarProps {
  /** Its key works without it. */
  shown: boolean
  userId: string
  queueIds: readonly string[] | null
  order: WaitingOrder
  onOrder(order: WaitingOrder): void
}

/** Above what waits: its order, and round work, whoever has waited longest first. */
export function WaitingBar({ shown, userId, queueIds, order, onOrder }: WaitingBarProps) {
  const { t } = useLingui()
  const actions = useTicketActions()
  const first = useKeptQuery(headOf({ tab: 'waiting', userId, queueIds, limit: 1 })).rows[0]
  // Whom the bot has does not wait for people.
  const next = first?.waitingSince ? first.id : null
  useShortcut('acceptNext', next === null ? null : () => actions.accept(next))
  // Also above nothing: a bar that came with the first row would push it away from under whoever presses its button.
  if (!shown) return null
  return (
    <div
      data-settles
      className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-3 pb-2 max-sm:py-1"
    >
      <Button
        size="sm"
        variant="ghost"
        aria-label={order === 'wait' ? t`Ordem: maior espera primeiro` : t`Ordem: mais recentes primeiro`}
        onClick={() => onOrder(order === 'wait' ? 'newest' : 'wait')}
      >
        <ArrowDownUp aria-hidden />
        {order === 'wait' ? <Trans>Maior espera</Trans> : <Trans>Mais recentes</Trans>}
      </Button>
      <Button size="sm" disabled={next === null} onClick={() => next !== null && actions.accept(next)}>
        <Trans>Aceitar o próximo</Trans>
      </Button>
    </div>
  )
}
