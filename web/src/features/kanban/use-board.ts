// What the board shows and what it does. Invariant: a move is one write; until it shows in the rows, the card stands where it was put.
import { kanbanCards, kanbanLanes } from 'db/kanban/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { useKeptQuery } from '../../desk/use-kept-query.ts'
import { toastDone, toastError } from '../../lib/app/toast.ts'
import { mutate, useQuery } from '../../sync/client.ts'
import { lanesOf, withoutMove, type LaneOfCards, type Moves } from './board.ts'

/** Cards of each lane that are read at first, and more each time that one's end comes near. */
const step = 40

export interface BoardFilter {
  queueIds: readonly string[] | null
  userIds: readonly string[] | null
}

export interface Board {
  lanes: readonly LaneOfCards[]
  ready: boolean
  /** What is not among them does not exist. */
  whole: boolean
  /** A lane is shown to its end of what was read. */
  readMore(): void
  /** Null: into no lane. */
  move(ticketId: string, laneId: string | null): Promise<void>
}

export function useBoard(filter: BoardFilter): Board {
  const { t } = useLingui()
  const [limit, setLimit] = useState(step)
  const [moves, setMoves] = useState<Moves>(new Map())
  const lanes = useQuery(kanbanLanes())
  const cards = useKeptQuery(kanbanCards({ ...filter, limit }))
  const withoutLane = t`Sem etapa`
  const shown = useMemo(
    () => lanesOf(lanes.rows, cards.rows, moves, { name: withoutLane, color: '' }),
    [lanes.rows, cards.rows, moves, withoutLane],
  )
  const move = async (ticketId: string, laneId: string | null) => {
    setMoves((before) => new Map(before).set(ticketId, laneId))
    try {
      await mutate('ticketTag.move', { ticketId, tagId: laneId })
      toastDone(laneId === null ? t`Ticket Tag Removido!` : t`Ticket Tag Adicionado com Sucesso!`)
    } catch (error) {
      toastError(error)
    } finally {
      setMoves((before) => withoutMove(before, ticketId, laneId))
    }
  }
  return {
    lanes: shown,
    ready: lanes.ready && cards.ready,
    whole: lanes.whole && cards.whole,
    readMore: () => setLimit(Math.max(0, ...shown.map(({ cards: read }) => read.length)) + step),
    move,
  }
}
