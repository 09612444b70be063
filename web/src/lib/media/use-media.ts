import { useSyncExternalStore } from 'react'

export const phone = '(width < 37.5rem)'
export const wide = '(width >= 80rem)'
export const touch = '(pointer: coarse)'

/** One of each: the browser takes its time to make them, and every render asks. */
const lists = new Map<string, MediaQueryList>()

function listOf(query: string): MediaQueryList {
  const known = lists.get(query)
  if (known) return known
  const list = matchMedia(query)
  lists.set(query, list)
  return list
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = listOf(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => listOf(query).matches,
  )
}
