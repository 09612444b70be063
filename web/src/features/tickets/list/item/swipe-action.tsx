// A finger drags a row to the side: far enough, and what the row's button does happens; a waiting one is resolved to the other side.
// Only touch; the buttons stay for everybody else. Vertical drags scroll as ever.
import type { ListRow } from 'db/tickets/list-queries.ts'
import { Trans } from '@lingui/react/macro'
import { useState, type PointerEvent, type ReactNode } from 'react'
import { cn } from '../../../../lib/class-names.ts'
import type { TicketActions } from '../../ticket-actions.ts'

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
    if (start?.pointer === pointerId) setMoved(within(clientX - start.x, ticket))
  }
  const done = Math.abs(moved) >= farEnough
  /** By where the finger leaves: of a quick one not every step was drawn. */
  const onPointerUp = ({ clientX }: PointerEvent) => {
    const by = start ? within(clientX - start.x, ticket) : 0
    if (by <= -farEnough) act(ticket, actions)
    else if (by >= farEnough) actions.close(ticket)
    end()
  }
  return (
    <>
      {moved !== 0 && <Meaning ticket={ticket} done={done} back={moved > 0} />}
      <div
        className={cn('relative h-full touch-pan-y bg-inherit', moved !== 0 ? 'bg-surface' : 'transition-transform')}
        style={moved !== 0 ? { transform: `translateX(${moved}px)` } : undefined}
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

/** As far as it goes; only what waits goes both ways. */
function within(moved: number, { status }: ListRow) {
  const most = farEnough * 1.25
  return Math.max(-most, Math.min(status === 'pending' ? most : 0, moved))
}

function act(ticket: ListRow, actions: TicketActions) {
  const { id, status } = ticket
  if (status === 'pending') actions.accept(id)
  else if (status === 'open') actions.close(ticket)
  else actions.reopen(id)
}

function Meaning({ ticket: { status }, done, back }: { ticket: ListRow; done: boolean; back: boolean }) {
  const closes = status === 'open' || back
  return (
    <div
      aria-hidden
      className={cn(
        'absolute inset-0 flex items-center px-4 text-sm font-medium',
        !back && 'justify-end',
        done ? 'bg-accent text-on-accent' : 'bg-accent-soft text-accent',
      )}
    >
      {closes && <Trans>Resolver</Trans>}
      {!closes && status === 'pending' && <Trans>Aceitar</Trans>}
      {status === 'closed' && <Trans>Reabrir</Trans>}
    </div>
  )
}
