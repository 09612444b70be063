// A finger drags a row to the side: far enough, and what the row's button does happens. Only touch; the button stays for everybody
// else. Vertical drags scroll as ever.
import { Trans } from '@lingui/react/macro'
import { useState, type PointerEvent, type ReactNode } from 'react'
import { cn } from '../../../lib/class-names.ts'
import type { TicketActions } from '../ticket-actions.ts'
import type { ListRow } from './queries.ts'

const farEnough = 96

interface SwipeActionProps {
  ticket: ListRow
  actions: TicketActions
  children: ReactNode
}

export function SwipeAction({ ticket, actions, children }: SwipeActionProps) {
  const [start, setStart] = useState<{ x: number; pointer: number } | null>(null)
  const [moved, setMoved] = useState(0)
  const end = () => {
    setStart(null)
    setMoved(0)
  }
  const onPointerMove = ({ clientX, pointerId }: PointerEvent) => {
    if (start?.pointer === pointerId) setMoved(Math.max(-farEnough * 1.25, Math.min(0, clientX - start.x)))
  }
  const onPointerUp = () => {
    if (moved <= -farEnough) act(ticket, actions)
    end()
  }
  return (
    <>
      {moved < 0 && <Meaning ticket={ticket} done={moved <= -farEnough} />}
      <div
        className={cn('relative h-full touch-pan-y bg-inherit', moved < 0 ? 'bg-surface' : 'transition-transform')}
        style={moved < 0 ? { transform: `translateX(${moved}px)` } : undefined}
        onPointerDown={(event) =>
          event.pointerType === 'touch' && setStart({ x: event.clientX, pointer: event.pointerId })
        }
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={end}
      >
        {children}
      </div>
    </>
  )
}

function act({ id, status }: ListRow, actions: TicketActions) {
  if (status === 'pending') actions.accept(id)
  else if (status === 'open') actions.close(id)
  else actions.reopen(id)
}

function Meaning({ ticket, done }: { ticket: ListRow; done: boolean }) {
  return (
    <div
      aria-hidden
      className={cn(
        'absolute inset-0 flex items-center justify-end px-4 text-sm font-medium',
        done ? 'bg-accent text-on-accent' : 'bg-accent-soft text-accent',
      )}
    >
      {ticket.status === 'pending' && <Trans>Aceitar</Trans>}
      {ticket.status === 'open' && <Trans>Resolver</Trans>}
      {ticket.status === 'closed' && <Trans>Reabrir</Trans>}
    </div>
  )
}
