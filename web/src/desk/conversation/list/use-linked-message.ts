import { useEffect, useRef } from 'react'
import type { Messages } from './use-messages.ts'

/** Leads to the message that the address names, once for each that it names. */
export function useLinkedMessage(id: string | undefined, { ready }: Messages, showMessage: (id: string) => void) {
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (!ready || id === undefined || id === shown.current) return
    shown.current = id
    showMessage(id)
  }, [ready, id, showMessage])
}
