// Whether somebody works with the app on this device, as all its tabs together know. Pure.

/** Without a key or a touch for so long nobody is there. */
export const idleMs = 5 * 60_000
/** Out of sight for less than this it is a glance at something else. */
export const hiddenMs = 60_000

/** Milliseconds since 1970, of whichever tab was last. */
export interface Activity {
  /** A key, a click, a touch, or a tab that came into sight. */
  usedAt: number
  /** A tab was in sight. */
  seenAt: number
}

/** Since when nobody is there; null: somebody is. */
export function awaySince({ usedAt, seenAt }: Activity, now: number): number | null {
  const isIdle = now - usedAt >= idleMs
  const isHidden = now - seenAt >= hiddenMs
  if (isIdle && isHidden) return Math.min(usedAt, seenAt)
  if (isIdle) return usedAt
  return isHidden ? seenAt : null
}
