// Leaving a form: by its own close, by the browser's back, by closing the tab. What was changed is asked about, once, in one place.
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { isClosedByBack } from '../../lib/app/back.ts'

export interface Leaving {
  open: boolean
  /** Somebody wants to leave with changes. */
  asking: boolean
  /** Asks if there are changes. */
  leave(): void
  /** There is nothing to lose any more. */
  close(): void
  stay(): void
}

export function useLeaving(dirty: boolean): Leaving {
  const [open, setOpen] = useState(true)
  const [asking, setAsking] = useState(false)
  const guarded = dirty && open
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      guarded && next.pathname !== current.pathname && !(action === 'BACK' && isClosedByBack()),
    enableBeforeUnload: guarded,
    withResolver: true,
  })
  return {
    open,
    asking: asking || status === 'blocked',
    leave: () => (guarded ? setAsking(true) : setOpen(false)),
    close() {
      setAsking(false)
      if (proceed) proceed()
      else setOpen(false)
    },
    stay() {
      setAsking(false)
      reset?.()
    },
  }
}
