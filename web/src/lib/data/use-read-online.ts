import { useEffect } from 'react'

/** Calls `read` now, when it is another, and when the network is back. */
export function useReadOnline(read: () => Promise<void>): void {
  useEffect(() => {
    const again = () => void read()
    again()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [read])
}
