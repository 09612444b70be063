// A queue's options as a tree that is edited: how it reads from top to bottom, where a move leads, what a move writes. Pure.
// Invariant: a move never puts an option below itself. Numbers are those that the customer sees (db/bot/flow.ts).
import type { OptionRow } from 'db/queues/queries.ts'
import { childrenOf } from 'db/bot/flow.ts'

export interface OptionLine {
  option: OptionRow
  /** 0: at the top. */
  depth: number
  /** What the customer types for it. */
  number: number
  /** On its level, below the same parent. */
  siblings: number
  children: number
}

/** Where an option stands, or is to stand: `index` counts its siblings without itself. */
export interface OptionPlace {
  parentId: string | null
  index: number
}

/** The tree from top to bottom. What hangs on an option that is not there is not shown: the customer doesn't see it either. */
export function linesOf(options: readonly OptionRow[], parentId: string | null = null, depth = 0): OptionLine[] {
  const level = childrenOf({ options }, parentId) as readonly OptionRow[]
  return level.flatMap((option, index) => {
    const below = linesOf(options, option.id, depth + 1)
    const children = below.filter((line) => line.depth === depth + 1).length
    return [{ option, depth, number: index + 1, siblings: level.length, children }, ...below]
  })
}

export function idsBelow(options: readonly OptionRow[], id: string): string[] {
  return childrenOf({ options }, id).flatMap((child) => [child.id, ...idsBelow(options, child.id)])
}

export function placeOf(options: readonly OptionRow[], id: string): OptionPlace {
  const parentId = options.find((option) => option.id === id)?.parentId ?? null
  return { parentId, index: childrenOf({ options }, parentId).findIndex((option) => option.id === id) }
}

export const directions = ['up', 'down', 'in', 'out'] as const
export type Direction = (typeof directions)[number]

/** One step; null where there is none. In: below the one before it. Out: behind its parent. */
export function step(options: readonly OptionRow[], id: string, direction: Direction): OptionPlace | null {
  const { parentId, index } = placeOf(options, id)
  const level = childrenOf({ options }, parentId)
  const before = level[index - 1]
  switch (direction) {
    case 'up':
      return before ? { parentId, index: index - 1 } : null
    case 'down':
      return index < level.length - 1 ? { parentId, index: index + 1 } : null
    case 'in':
      return before ? { parentId: before.id, index: childrenOf({ options }, before.id).length } : null
    case 'out': {
      if (parentId === null) return null
      const parent = placeOf(options, parentId)
      return { parentId: parent.parentId, index: parent.index + 1 }
    }
  }
}

/** Where a dragged option lands: before the line `before` (null: at the end), as deep as wanted where that is possible. */
export function dropPlace(
  options: readonly OptionRow[],
  id: string,
  before: string | null,
  wantedDepth: number,
): OptionPlace & { depth: number } {
  const moving = new Set([id, ...idsBelow(options, id)])
  const all = linesOf(options)
  const asked = before === null ? all.length : all.findIndex(({ option }) => option.id === before)
  const above = all.slice(0, asked).filter(({ option }) => !moving.has(option.id))
  const below = all.slice(asked).find(({ option }) => !moving.has(option.id))
  const deepest = (above.at(-1)?.depth ?? -1) + 1
  const depth = Math.min(Math.max(wantedDepth, below?.depth ?? 0, 0), deepest)
  const parentId = above.findLast((line) => line.depth === depth - 1)?.option.id ?? null
  return { parentId, index: above.filter(({ option }) => option.parentId === parentId).length, depth }
}

export interface Placement {
  id: string
  option: number
  parentId: string | null
}

/** The options whose numbers or parent a move changes; the moved one first. */
export function placements(options: readonly OptionRow[], id: string, { parentId, index }: OptionPlace): Placement[] {
  const others = childrenOf({ options }, parentId).filter((option) => option.id !== id)
  const order = others.map((option) => option.id).toSpliced(index, 0, id)
  const changed = order
    .map((each, at) => ({ id: each, option: at + 1, parentId }))
    .filter(({ id: each, option }) => {
      const known = options.find((candidate) => candidate.id === each)
      return !known || known.option !== option || known.parentId !== parentId
    })
  return changed.toSorted((a, b) => Number(b.id === id) - Number(a.id === id))
}

export function withPlacements(options: readonly OptionRow[], placed: readonly Placement[]): OptionRow[] {
  const byId = new Map(placed.map((placement) => [placement.id, placement]))
  return options.map((option) => ({ ...option, ...byId.get(option.id) }))
}

/** From the top down to the option. */
export function pathTo(options: readonly OptionRow[], id: string | null): OptionRow[] {
  const option = options.find((candidate) => candidate.id === id)
  return option ? [...pathTo(options, option.parentId), option] : []
}
