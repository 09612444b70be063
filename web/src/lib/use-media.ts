import { useSyncExternalStore } from 'react'

export const phone = '(width < 37.5rem)'
export const wide = '(width >= 80rem)'
export const touch = '(pointer: coarse)'

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
