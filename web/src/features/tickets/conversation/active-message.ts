// The one message whose actions are in the document: where the pointer or the focus was last. A store and not a state, so that
// moving over the conversation renders two bubbles and not all of them.
import { createContext, useContext, useSyncExternalStore } from 'react'

export interface ActiveMessage {
  get(): string | undefined
  set(id: string | undefined): void
  subscribe(listener: () => void): () => void
}

export function createActiveMessage(): ActiveMessage {
  let active: string | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => active,
    set(id) {
      if (id === active) return
      active = id
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const ActiveMessageContext = createContext<ActiveMessage>(createActiveMessage())

export function useIsActive(id: string): boolean {
  const { get, subscribe } = useContext(ActiveMessageContext)
  return useSyncExternalStore(subscribe, () => get() === id)
}
