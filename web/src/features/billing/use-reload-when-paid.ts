import { useEffect, useSyncExternalStore } from 'react'
import { renewedUntil } from '../../desk/renewal.ts'

export function useReloadWhenPaid(reload: () => void) {
  const renewed = useSyncExternalStore(renewedUntil.subscribe, renewedUntil.get)
  useEffect(() => {
    if (renewed !== null) reload()
  }, [renewed, reload])
}
