/** Runs when the next frame has been shown: for what nobody waits for. In a page that is hidden, once it is seen again. */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run))
}
