// Whether a person wants to be notified on this device. It outlives their session: who logs in again is notified again, while
// somebody else who logs in here is not.
import { kept, type KeptKey } from '../../lib/data/kept.ts'
const keyOf = (userId: string): KeptKey => `notify:${userId}`

export const isWanted = (userId: string) => kept.get(keyOf(userId)) === '1'

export function setWanted(userId: string, wanted: boolean) {
  if (wanted) kept.set(keyOf(userId), '1')
  else kept.remove(keyOf(userId))
}
