import { useMemo, useSyncExternalStore } from 'react'

/** An address of `blob` for elements, given back when the component leaves; undefined until it is there. */
export function useObjectUrl(blob: Blob | undefined): string | undefined {
  const store = useMemo(() => urlStore(blob), [blob])
  return useSyncExternalStore(store.subscribe, store.get)
}

function urlStore(blob: Blob | undefined) {
  let url: string | undefined
  return {
    get: () => url,
    subscribe() {
      if (blob) url = URL.createObjectURL(blob)
      return () => {
        if (url !== undefined) URL.revokeObjectURL(url)
        url = undefined
      }
    },
  }
}
