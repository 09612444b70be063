// Reactions as they stand under a bubble: one pill an emoji, most used first, with how many and whether ours is one. Pure.

export interface ReactionCount {
  emoji: string
  count: number
  own: boolean
}

/** Who reacted for the company's number. */
export const self = 'me'

export function countReactions(reactions: Readonly<Record<string, string>>): ReactionCount[] {
  const counts = new Map<string, ReactionCount>()
  for (const [who, emoji] of Object.entries(reactions)) {
    // Taken back.
    if (emoji === '') continue
    const { count, own } = counts.get(emoji) ?? { count: 0, own: false }
    counts.set(emoji, { emoji, count: count + 1, own: own || who === self })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)
}
