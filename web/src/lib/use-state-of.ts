import { useCallback, useState } from 'react'

/** State of a component that stays while what it shows is another one: with another `owner` (compared by identity) it begins anew, in the same render. */
export function useStateOf<T>(owner: unknown, initial: T): [value: T, set: (value: T) => void] {
  const [kept, keep] = useState({ owner, value: initial })
  const isOwn = Object.is(kept.owner, owner)
  if (!isOwn) keep({ owner, value: initial })
  const set = useCallback((value: T) => keep({ owner, value }), [owner])
  return [isOwn ? kept.value : initial, set]
}
