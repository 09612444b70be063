/** Runs when the next frame has been shown: for what nobody waits for. In a page that is hidden, once it is seen again. Returns what calls it off. */
export function afterPaint(run: () => void): () => void {
  let isOff = false
  requestAnimationFrame(() =>
    setTimeout(() => {
      if (!isOff) run()
    }),
  )
  return () => {
    isOff = true
  }
}
