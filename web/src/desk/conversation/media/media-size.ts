// How large a picture or video is shown: its place is there before it is. Pure.

const maxSide = 320
/** Small ones are not blown up, but stay large enough to be seen and hit. */
const minSide = 96
const unknown = { width: 4, height: 3 }

export function shownSize(width: number | null, height: number | null): { width: number; aspectRatio: string } {
  const real = width !== null && height !== null ? { width, height } : unknown
  const known = real !== unknown
  const scale = known ? Math.min(1, maxSide / real.width, maxSide / real.height) : maxSide / real.width
  const shown = Math.max(minSide, Math.round(real.width * scale))
  // A banner or a strip is cut in the bubble; it opens whole.
  const ratio = Math.min(3.2, Math.max(shown / maxSide, real.width / real.height))
  return { width: shown, aspectRatio: String(Number(ratio.toFixed(4))) }
}
