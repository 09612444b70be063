/**
 * Runs in the page: `pixelsASecond` for ten seconds at 60 frames a second (negative: upwards), then back as long.
 * Resolves with how long each frame took, in ms.
 */
export function scrollThrough(scroller: Element, pixelsASecond: number): Promise<number[]> {
  const frames: number[] = []
  return new Promise((resolve) => {
    let last = performance.now()
    const step = (now: number) => {
      frames.push(now - last)
      last = now
      const top = (frames.length < 600 ? 1 : -1) * (pixelsASecond / 60)
      scroller.scrollBy({ top, behavior: 'instant' })
      if (frames.length < 1200) requestAnimationFrame(step)
      else resolve(frames.slice(1))
    }
    requestAnimationFrame(step)
  })
}
