import { useCallback, useState } from 'react'

/** State of a component that stays while what it shows is another one: with another `owner` (compared by identity) it begins anew, in the same render, and what is said late of the one before changes nothing. */
export function useStateOf<T>(owner: unknown, initial: T): [value: T, set: (value: T) => void] {
  const [kept, keep] = useState({ owner, value: initial })
  const isOwn = Object.is(kept.owner, owner)
  if (!isOwn) keep({ owner, value: initial })
  const set = useCallback((value: T) => keep((now) => (Object.is(now.owner, owner) ? { owner, value } : now)), [owner])
  return [isOwn ? kept.value : initial, set]
}
