import { useDroppable } from '@dnd-kit/react'
import { Trans } from '@lingui/react/macro'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useId, useRef } from 'react'
import { QueueMark } from '../../components/queue-mark.tsx'
import { Badge } from '../../components/ui/badge.tsx'
import { cn } from '../../lib/class-names.ts'
import { useStable } from '../../lib/use-stable.ts'
import type { LaneOfCards } from './board.ts'
import { Card, cardHeight } from './card.tsx'

const gap = 8
/** Cards from the end of what was read at which more are asked for. */
const endMargin = 10

interface LaneColumnProps {
  lane: LaneOfCards
  dropId: string
  now: Date
  openId: string | undefined
  onEnd(): void
  onMenu(cardId: string, anchor: Element): void
}

export function LaneColumn({ lane, dropId, now, openId, onEnd, onMenu }: LaneColumnProps) {
  const { cards, total } = lane
  const heading = useId()
  const { ref, isDropTarget } = useDroppable({ id: dropId })
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- there is no compiler that could memoize it
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight + gap,
    overscan: 4,
    initialRect: { width: 288, height: innerHeight },
  })
  const visible = virtualizer.getVirtualItems()
  const last = visible.at(-1)?.index ?? 0
  const more = useStable(onEnd)
  const isEnding = cards.length < total && last >= cards.length - endMargin
  useEffect(() => {
    if (isEnding) more()
  }, [isEnding, cards.length, more])
  return (
    <section
      ref={ref}
      data-lane={dropId}
      aria-labelledby={heading}
      className={cn(
        'flex h-full w-72 shrink-0 flex-col rounded-lg border border-line bg-hover transition-colors max-sm:w-[85%] max-sm:snap-start',
        isDropTarget && 'bg-accent-soft ring-2 ring-accent ring-inset',
      )}
    >
      <LaneHeading id={heading} lane={lane} />
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain px-2 pb-2">
        {cards.length === 0 && (
          <p className="px-1 py-2 text-sm text-muted">
            <Trans>Nenhum atendimento nesta etapa.</Trans>
          </p>
        )}
        <ul role="list" aria-labelledby={heading} className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {visible.map(({ index, start }) => {
            const card = cards[index]
            return (
              card && (
                <Card
                  key={card.id}
                  card={card}
                  top={start}
                  position={{ index, total }}
                  now={now}
                  isOpen={card.id === openId}
                  onMenu={onMenu}
                />
              )
            )
          })}
        </ul>
      </div>
    </section>
  )
}

function LaneHeading({ id, lane: { name, color, total } }: { id: string; lane: LaneOfCards }) {
  return (
    <h2 id={id} className="flex items-center gap-2 px-3 pt-3 pb-2 text-sm font-medium">
      <QueueMark color={color === '' ? null : color} />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <Badge>{total}</Badge>
    </h2>
  )
}
