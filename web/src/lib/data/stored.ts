// Small preferences of this device, in localStorage.
import { useState } from 'react'

export function useStored<T extends string>(key: string, fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => (localStorage.getItem(key) as T | null) ?? fallback)
  return [
    value,
    (next) => {
      localStorage.setItem(key, next)
      setValue(next)
    },
  ]
}

/** Whether what one writes is signed with one's name. */
export function useSigning(): [boolean, (on: boolean) => void] {
  const [value, choose] = useStored<'on' | 'off'>('sign-messages', 'on')
  return [value === 'on', (on) => choose(on ? 'on' : 'off')]
}
