// The chat that was open last in this tab: on a phone a tab leads back to it.
import { createValueStore } from '../../lib/data/value-store.ts'

export const lastChat = createValueStore<string | null>(null)

export const noteChat = (id: string) => lastChat.set(id)
