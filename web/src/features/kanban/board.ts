// The board as lanes with their cards. Pure.
import type { CardRow, Lane } from 'db/kanban/queries.ts'

/** `id` null: cards of no lane. */
export interface LaneOfCards extends Omit<Lane, 'id'> {
  id: string | null
  cards: readonly CardRow[]
  /** Also those that are not read. */
  total: number
}

/** Where a card was just put: ticket → lane. */
export type Moves = ReadonlyMap<string, string | null>

/** A move is done with; unless the card was put elsewhere meanwhile, which still counts. */
export function withoutMove(moves: Moves, ticketId: string, laneId: string | null): Moves {
  return moves.get(ticketId) === laneId ? new Map([...moves].filter(([id]) => id !== ticketId)) : moves
}

/** Cards of no lane first, then the lanes in their order; a card that was just moved stands where it was put. A lane that went leaves its cards in none. */
export function lanesOf(
  lanes: readonly Lane[],
  cards: readonly CardRow[],
  moves: Moves,
  without: Pick<LaneOfCards, 'name' | 'color'>,
): readonly LaneOfCards[] {
  const known = new Set<string | null>(lanes.map(({ id }) => id))
  const placed = cards.map((card) => {
    const laneId = moves.get(card.id)
    return { card, from: card.laneId, to: laneId === undefined ? card.laneId : laneId }
  })
  return [{ id: null, ...without }, ...lanes].map((lane) => {
    const isHere = (id: string | null) => (known.has(id) ? id : null) === lane.id
    const here = placed.filter(({ to }) => isHere(to)).map(({ card }) => card)
    const before = placed.find(({ from }) => isHere(from))?.card.inLane ?? 0
    const came = placed.filter(({ from, to }) => isHere(to) && !isHere(from)).length
    const went = placed.filter(({ from, to }) => isHere(from) && !isHere(to)).length
    return { ...lane, cards: here, total: before + came - went }
  })
}

/** The lane that is `steps` to the right of a card's; undefined: there is none. */
export function laneBeside(lanes: readonly LaneOfCards[], cardId: string, steps: number): LaneOfCards | undefined {
  const index = lanes.findIndex(({ cards }) => cards.some(({ id }) => id === cardId))
  return index === -1 ? undefined : lanes[index + steps]
}
