import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'

interface Tip {
  content: ReactNode
  side: 'top' | 'right' | 'bottom' | 'left'
}

interface TooltipProviderProps {
  /** Milliseconds for which the pointer rests before it opens. */
  delay: number
  children: ReactNode
}

/** Around everything that has tooltips. One serves all: never more than one is open, and a screen of thirty buttons would make thirty. */
export function TooltipProvider({ delay, children }: TooltipProviderProps) {
  return (
    <Base.Provider delay={delay}>
      <Base.Root>
        {({ payload }: { payload: Tip | undefined }) => (
          <>
            {children}
            <Base.Portal>
              <Base.Positioner side={payload?.side ?? 'bottom'} sideOffset={6} className="z-50">
                <Base.Popup
                  // It repeats the name of what it belongs to.
                  aria-hidden
                  className="pointer-events-none max-w-64 rounded-md bg-ink px-2 py-1 text-xs text-surface transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
                >
                  {payload?.content}
                </Base.Popup>
              </Base.Positioner>
            </Base.Portal>
          </>
        )}
      </Base.Root>
    </Base.Provider>
  )
}

interface TooltipProps {
  content: ReactNode
  side?: Tip['side']
  disabled?: boolean
  /** The element that it explains; must take a ref and button props. */
  children: ReactElement<Record<string, unknown>>
}

export function Tooltip({ content, side = 'bottom', disabled = false, children }: TooltipProps) {
  return <Base.Trigger payload={{ content, side }} disabled={disabled} render={children} />
}
