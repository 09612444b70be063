// The one message whose actions are in the document: where the pointer or the focus was last. A store and not a state, so that
// moving over the conversation renders two bubbles and not all of them.
import { createContext, useContext, useSyncExternalStore } from 'react'
import { createValueStore, type ValueStore } from '../../../lib/data/value-store.ts'

export type ActiveMessage = ValueStore<string | undefined>

export const createActiveMessage = () => createValueStore<string | undefined>(undefined)

export const ActiveMessageContext = createContext<ActiveMessage>(createActiveMessage())

export function useIsActive(id: string): boolean {
  const { get, subscribe } = useContext(ActiveMessageContext)
  return useSyncExternalStore(subscribe, () => get() === id)
}
