// Lanes side by side. A card is moved by dragging it, with Shift and an arrow, or from its menu.
import { Accessibility, PointerActivationConstraints } from '@dnd-kit/dom'
import { DragDropProvider, DragOverlay, PointerSensor, type DragEndEvent } from '@dnd-kit/react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { SquareKanban } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { QueueMark } from '../../components/queue-mark.tsx'
import { buttonVariants } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { AnchoredMenu, MenuGroup, MenuItem } from '../../components/ui/menu.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useStable } from '../../lib/use-stable.ts'
import { laneBeside, type LaneOfCards } from './board.ts'
import { CardFace } from './card.tsx'
import { cardBeside, cardIn } from './card-focus.ts'
import { LaneColumn } from './lane.tsx'
import type { Board } from './use-board.ts'

const sensors = [
  PointerSensor.configure({
    // A finger that stays drags, one that goes scrolls.
    activationConstraints: ({ pointerType }) => [
      pointerType === 'touch'
        ? new PointerActivationConstraints.Delay({ value: 250, tolerance: 5 })
        : new PointerActivationConstraints.Distance({ value: 4 }),
    ],
    preventActivation: ({ target }) => target instanceof Element && target.closest('button') !== null,
  }),
]

interface BoardViewProps {
  board: Board
  openId: string | undefined
}

export function BoardView({ board, openId }: BoardViewProps) {
  const { t } = useLingui()
  const { lanes, ready, whole } = board
  const isEmpty = lanes.every(({ cards }) => cards.length === 0)
  if (!ready || (!whole && isEmpty)) return <BoardSkeleton />
  if (lanes.length === 1) return <NoLanes />
  return <Lanes board={board} openId={openId} label={t`Etapas`} />
}

function Lanes({ board, openId, label }: BoardViewProps & { label: string }) {
  const { lanes } = board
  const now = useNow()
  const root = useRef<HTMLDivElement>(null)
  const [menu, setMenu] = useState<AtCard | null>(null)
  const follow = useFollow(root)
  useOpenInSight(root, openId)
  const { told, place, onDragEnd } = usePlacing(board)
  const onKeyDown = (event: KeyboardEvent) =>
    onCardKey(event, (id, sideways) => {
      follow(id)
      place(id, laneBeside(lanes, id, sideways))
    })
  const openMenu = useStable((cardId: string, anchor: Element) => setMenu({ cardId, anchor }))
  return (
    <DragDropProvider
      sensors={sensors}
      // Its words are English, its keys are ours.
      plugins={(all) => all.filter((plugin) => plugin !== Accessibility)}
      onDragEnd={onDragEnd}
    >
      <div
        ref={root}
        role="group"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex min-h-0 flex-1 gap-3 overflow-x-auto overscroll-x-contain px-4 pb-4 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-4"
      >
        {lanes.map((lane) => (
          <LaneColumn
            key={lane.id}
            lane={lane}
            dropId={droppableId(lane.id)}
            now={now}
            openId={openId}
            onEnd={board.readMore}
            onMenu={openMenu}
          />
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {(source) => <Dragged id={String(source.id)} lanes={lanes} now={now} />}
      </DragOverlay>
      <p role="status" className="sr-only">
        {told}
      </p>
      <MoveMenu
        lanes={lanes}
        at={menu}
        onClosed={() => setMenu(null)}
        onMove={(cardId, lane) => {
          follow(cardId)
          place(cardId, lane)
        }}
      />
    </DragDropProvider>
  )
}

function Dragged({ id, lanes, now }: { id: string; lanes: readonly LaneOfCards[]; now: Date }) {
  const card = lanes.flatMap(({ cards }) => cards).find((each) => each.id === id)
  return card && <CardFace card={card} now={now} className="rotate-2 shadow-pop" />
}

/** Puts cards into lanes, and says so to who does not see it. */
function usePlacing({ lanes, move }: Board) {
  const { t } = useLingui()
  const [told, setTold] = useState('')
  const place = (cardId: string, lane: LaneOfCards | undefined) => {
    if (!lane || lane.cards.some(({ id }) => id === cardId)) return
    const { name } = lane
    setTold(t`Movido para ${name}`)
    void move(cardId, lane.id)
  }
  const onDragEnd = ({ operation: { source, target }, canceled }: DragEndEvent) => {
    if (canceled || !source || !target) return
    place(
      String(source.id),
      lanes.find(({ id }) => droppableId(id) === target.id),
    )
  }
  return { told, place, onDragEnd }
}

/** Among the cards with the arrows; with Shift the card goes along, sideways. */
function onCardKey(event: KeyboardEvent, move: (cardId: string, sideways: number) => void) {
  const card = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-card]') : null
  const sideways = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!card || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.shiftKey && sideways !== undefined) {
    event.preventDefault()
    move(String(card.dataset['card']), sideways)
  } else if (!event.shiftKey) {
    const next = cardBeside(card, event.key)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
}

/** Whose menu is open, and where. */
interface AtCard {
  cardId: string
  anchor: Element
}

interface MoveMenuProps {
  lanes: readonly LaneOfCards[]
  at: AtCard | null
  onClosed(): void
  onMove(cardId: string, lane: LaneOfCards): void
}

function MoveMenu({ lanes, at, onClosed, onMove }: MoveMenuProps) {
  const { t } = useLingui()
  return (
    <AnchoredMenu
      label={t`Mover cartão`}
      open={at !== null}
      onOpenChange={(open) => !open && onClosed()}
      anchor={at?.anchor ?? null}
      align="end"
      focusAfter={() => at?.anchor.closest<HTMLElement>('li')?.querySelector<HTMLElement>('[data-card]') ?? undefined}
    >
      <MenuGroup label={t`Mover para`}>
        {lanes.map((lane) => (
          <MenuItem
            key={lane.id}
            disabled={lane.cards.some(({ id }) => id === at?.cardId)}
            className="data-disabled:opacity-50"
            onClick={() => at && onMove(at.cardId, lane)}
          >
            <QueueMark color={lane.color} />
            <span className="max-w-60 truncate">{lane.name}</span>
          </MenuItem>
        ))}
      </MenuGroup>
    </AnchoredMenu>
  )
}

const droppableId = (laneId: string | null) => laneId ?? 'none'

function useOpenInSight(root: { current: HTMLElement | null }, openId: string | undefined) {
  useEffect(() => {
    // The conversation beside it takes room.
    if (openId !== undefined) cardIn(root.current, openId)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [root, openId])
}

/** The card keeps the focus in its new lane. */
function useFollow(root: { current: HTMLElement | null }) {
  const wanted = useRef<string>(undefined)
  useEffect(() => {
    const card = wanted.current === undefined ? null : cardIn(root.current, wanted.current)
    if (!card) return
    wanted.current = undefined
    card.focus()
  })
  return (cardId: string) => {
    wanted.current = cardId
  }
}

function BoardSkeleton() {
  const { t } = useLingui()
  return (
    <div
      role="status"
      aria-label={t`Carregando o quadro`}
      className="flex min-h-0 flex-1 gap-3 overflow-hidden px-4 pb-4"
    >
      {[4, 3, 2, 3].map((cards, index) => (
        <div key={index} className="flex w-72 shrink-0 flex-col gap-2 rounded-lg bg-hover p-2 max-sm:w-[85%]">
          <Skeleton className="my-1 h-4 w-1/2" />
          {Array.from({ length: cards }, (_, card) => (
            <Skeleton key={card} className="h-24 rounded-md" />
          ))}
        </div>
      ))}
    </div>
  )
}

function NoLanes() {
  const { t } = useLingui()
  const mayAdd = hasPermission(useActor(), 'tags-page:kanban')
  return (
    <div className="min-h-0 flex-1">
      <EmptyState
        icon={SquareKanban}
        title={t`O quadro ainda não tem etapas`}
        example={t`1 Orçamento → 2 Negociação → 3 Fechado`}
        action={
          mayAdd && (
            <Link to="/tags/new" className={buttonVariants({ variant: 'primary' })}>
              <Trans>Adicionar etiqueta</Trans>
            </Link>
          )
        }
      >
        {mayAdd ? (
          <Trans>Cada etiqueta marcada como etapa do Kanban é uma coluna, por ordem de nome.</Trans>
        ) : (
          <Trans>Quem supervisiona marca as etiquetas que são etapas.</Trans>
        )}
      </EmptyState>
    </div>
  )
}
