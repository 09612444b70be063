import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether somebody said a secret: takes as long for a wrong one, however much of it is right. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
