// Back on a phone closes what is in front, as apps do it there: a sheet, a menu, a dialog; only then it leaves the screen. Nothing is put into the
// browser's history for it: a step back is refused while something is open, which closes as Escape closes it, with what it asks first. What has an
// address of its own (`data-routed`) is left by the step itself.
import type { RouterHistory } from '@tanstack/react-router'
import { phone, touch } from '../media/use-media.ts'
import { topmostPopup } from '../popup.ts'

/** Not in every browser, nor in TypeScript's library. */
interface CloseWatcher extends EventTarget {
  destroy(): void
}

declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher
  }
}

/** For as long as the page lives. */
export function closePopupsOnBack(history: RouterHistory) {
  let guard: Guard | null = null
  const look = () => {
    if (isInHand() && topmostPopup() !== null) guard ??= createGuard(history, look)
    else {
      guard?.end()
      guard = null
    }
  }
  // Whatever opens over the page is a child of its body; it may be filled a moment later.
  const onChange = () => {
    look()
    requestAnimationFrame(look)
  }
  new MutationObserver(onChange).observe(document.body, { childList: true })
}

const isInHand = () => matchMedia(phone).matches || matchMedia(touch).matches

interface Guard {
  end(): void
}

/** While something is open. */
function createGuard(history: RouterHistory, onClosed: () => void): Guard {
  const unblock = history.block({
    blockerFn: ({ action }) => action === 'BACK' && closeTopmost(),
    enableBeforeUnload: false,
  })
  const unwatch = watchBackButton(() => {
    if (!closeTopmost() && topmostPopup()) history.back()
    onClosed()
  })
  return {
    end() {
      unblock()
      unwatch()
    },
  }
}

/** Null: there is none, or the way out of it is another. */
function closable(): HTMLElement | null {
  const popup = topmostPopup()
  return popup && !('routed' in popup.dataset) ? popup : null
}

/** A step back closes something now, and leaves nothing behind it. */
export const isClosedByBack = () => isInHand() && closable() !== null

function closeTopmost(): boolean {
  const popup = closable()
  if (!popup) return false
  const focused = document.activeElement
  const target = focused && popup.contains(focused) ? focused : popup
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  return true
}

/** Android's own button also where there is no step back: in an app that was just opened it would close the app. */
function watchBackButton(onPressed: () => void): () => void {
  const { CloseWatcher: Watcher } = window
  if (!Watcher) return () => undefined
  let watcher: CloseWatcher
  const watch = () => {
    watcher = new Watcher()
    // Each is good for once, and there may be something behind what it closed.
    watcher.addEventListener('close', () => {
      watch()
      onPressed()
    })
  }
  watch()
  return () => watcher.destroy()
}
