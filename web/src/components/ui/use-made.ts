import { useLayoutEffect, useState } from 'react'

/**
 * For what opens over the screen: while it is closed and never was open it need not be made. Most of it never is, and a conversation has a
 * dozen. What opens for the first time is made closed and opened in the same frame, so that it comes as it does each time after.
 */
export function useMade(open: boolean): { made: boolean; open: boolean } {
  const [made, setMade] = useState(open)
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what opens has to be in the document, closed, before: two commits, one frame
    if (open) setMade(true)
  }, [open])
  return { made: made || open, open: open && made }
}
