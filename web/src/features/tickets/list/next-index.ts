/** Where a key leads in a list of `count`; null when it is none of ours. */
export function nextIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return Math.min(index + 1, last)
    case 'ArrowUp':
    case 'k':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
