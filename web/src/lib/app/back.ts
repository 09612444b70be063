// Back on a phone closes what is in front, as apps do it there: a sheet, a menu, a dialog; only then it leaves the screen. Nothing is put into the
// browser's history for it: a step back is refused while something is open, which closes as Escape closes it, with what it asks first. What has an
// address of its own (`data-routed`) is left by the step itself.
import type { RouterHistory } from '@tanstack/react-router'
import { topmostPopup } from '../popup.ts'
import { phone, touch } from '../media/use-media.ts'

/** For as long as the page lives. */
export function closePopupsOnBack(history: RouterHistory) {
  history.block({
    blockerFn: ({ action }) => action === 'BACK' && isInHand() && closeTopmost(),
    enableBeforeUnload: false,
  })
  watchBackButton(history)
}

const isInHand = () => matchMedia(phone).matches || matchMedia(touch).matches

/** False: there is none, or the way out of it is another. */
function closeTopmost(): boolean {
  const popup = topmostPopup()
  if (!popup || 'routed' in popup.dataset) return false
  const focused = document.activeElement
  const target = focused && popup.contains(focused) ? focused : popup
  target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  return true
}

/** Not in every browser, nor in TypeScript's library. */
interface CloseWatcher extends EventTarget {
  destroy(): void
}

declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher
  }
}

/** Android's own button also where there is no step back: in an app that was just opened it would close the app. */
function watchBackButton(history: RouterHistory) {
  const { CloseWatcher: Watcher } = window
  if (!Watcher) return
  let watcher: CloseWatcher | null = null
  const onClose = () => {
    watcher = null
    if (!closeTopmost() && topmostPopup()) history.back()
    // There may be another one behind it.
    setTimeout(look)
  }
  const look = () => {
    const wanted = isInHand() && topmostPopup() !== null
    if (wanted && !watcher) {
      watcher = new Watcher()
      watcher.addEventListener('close', onClose)
    } else if (!wanted && watcher) {
      watcher.destroy()
      watcher = null
    }
  }
  // Whatever opens over the page is a child of its body.
  new MutationObserver(look).observe(document.body, { childList: true })
}
