// The browser's `online` event, which cuts every wait of sync short. Node has no global events, so sync's listener comes here.
const listeners = new Set<() => void>()

/** Once, before anything of sync runs. */
export function listenForOnline() {
  Object.assign(globalThis, {
    addEventListener(name: string, listener: () => void, options?: { signal?: AbortSignal }) {
      if (name !== 'online') return
      listeners.add(listener)
      options?.signal?.addEventListener('abort', () => listeners.delete(listener))
    },
  })
}

export function tellOnline() {
  for (const listener of listeners) listener()
}
