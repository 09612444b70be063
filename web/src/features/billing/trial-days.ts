const dayMs = 86_400_000

/** Days that are left of the trial, begun ones too; 0 when it is over, null when there is none. Pure. */
export function trialDays(until: Date | null, now: Date): number | null {
  if (until === null) return null
  return Math.max(0, Math.ceil((until.getTime() - now.getTime()) / dayMs))
}
