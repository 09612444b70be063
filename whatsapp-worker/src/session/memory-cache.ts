// A bounded cache with a time to live, for what Baileys likes to remember between sockets of one connection.
import type { CacheStore } from '@whiskeysockets/baileys'

export function memoryCache(ttlMs: number, maxEntries: number): CacheStore {
  const entries = new Map<string, { value: unknown; until: number }>()
  return {
    get<T>(key: string) {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.until > Date.now()) return entry.value as T
      entries.delete(key)
      return undefined
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, { value, until: Date.now() + ttlMs })
      const oldest = entries.keys().next()
      if (entries.size > maxEntries && !oldest.done) entries.delete(oldest.value)
    },
    del(key) {
      entries.delete(key)
    },
    flushAll() {
      entries.clear()
    },
  }
}
