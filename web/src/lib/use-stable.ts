import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same while what it does follows the last render; for events only. */
export function useStable<Args extends unknown[], Result>(run: (...args: Args) => Result): (...args: Args) => Result {
  const latest = useRef(run)
  useLayoutEffect(() => {
    latest.current = run
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
