// Small preferences of this device, in localStorage.
import { useState } from 'react'
import { kept, type KeptKey } from './kept.ts'

export function useStored<T extends string>(key: KeptKey, fallback: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => (kept.get(key) as T | null) ?? fallback)
  return [
    value,
    (next) => {
      kept.set(key, next)
      setValue(next)
    },
  ]
}

/** Whether what one writes is signed with one's name. */
export function useSigning(): [boolean, (on: boolean) => void] {
  const [value, choose] = useStored<'on' | 'off'>('sign-messages', 'on')
  return [value === 'on', (on) => choose(on ? 'on' : 'off')]
}
