import { useEffect, useSyncExternalStore } from 'react'
import { renewedUntil } from '../../desk/billing/renewal.ts'

export function useReloadWhenPaid(reload: () => void) {
  const renewed = useSyncExternalStore(renewedUntil.subscribe, renewedUntil.get)
  useEffect(() => {
    if (renewed !== null) reload()
  }, [renewed, reload])
}
