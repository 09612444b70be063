// Which card has the focus next, by where cards are on the screen.

/** The card that an arrow leads to; null when the key is none of ours or there is none. */
export function cardBeside(card: HTMLElement, key: string): HTMLElement | null {
  const lane = card.closest('[data-lane]')
  const inLane = (element: Element | null | undefined) =>
    Array.from(element?.querySelectorAll<HTMLElement>('[data-card]') ?? []).toSorted(
      (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
    )
  const cards = inLane(lane)
  switch (key) {
    case 'ArrowDown':
      return cards[cards.indexOf(card) + 1] ?? null
    case 'ArrowUp':
      return cards[cards.indexOf(card) - 1] ?? null
    case 'ArrowLeft':
    case 'ArrowRight': {
      const { top } = card.getBoundingClientRect()
      const distance = (other: HTMLElement) => Math.abs(other.getBoundingClientRect().top - top)
      for (let next = beside(lane, key); next; next = beside(next, key)) {
        const [nearest] = inLane(next).toSorted((a, b) => distance(a) - distance(b))
        if (nearest) return nearest
      }
      return null
    }
    default:
      return null
  }
}

const beside = (lane: Element | null, key: 'ArrowLeft' | 'ArrowRight') =>
  (key === 'ArrowLeft' ? lane?.previousElementSibling : lane?.nextElementSibling) ?? null

/** Null: it is not drawn. */
export function cardIn(root: HTMLElement | null, cardId: string): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-card="${cardId}"]`) ?? null
}
