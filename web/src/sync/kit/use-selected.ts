import { useState, useSyncExternalStore } from 'react'
import { isEqual } from './is-equal.ts'

interface Store<State> {
  subscribe(listener: () => void): () => void
  get(): State
}

/**
 * What somebody needs of a store: who shows it is drawn anew when that is another, and not whenever anything in the store is. Without `select` all
 * of it, which the store itself keeps while it is the same.
 */
export function useSelected<State, T>(store: Store<State>, select: (state: State) => T): T
export function useSelected<State>(store: Store<State>, select: ((state: State) => unknown) | undefined): unknown
export function useSelected<State>(store: Store<State>, select: ((state: State) => unknown) | undefined): unknown {
  const [keep] = useState(keepSame<unknown>)
  return useSyncExternalStore<unknown>(store.subscribe, select ? () => keep(select(store.get())) : store.get)
}

/** The value before instead of one that is equal to it. */
export function keepSame<T>(): (next: T) => T {
  let last: { value: T } | undefined
  return (next) => {
    if (!last || !isEqual(last.value, next)) last = { value: next }
    return last.value
  }
}
