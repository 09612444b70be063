// Whether a person wants to be notified on this device. It outlives their session: who logs in again is notified again, while
// somebody else who logs in here is not.
const keyOf = (userId: string) => `notify:${userId}`

export const isWanted = (userId: string) => localStorage.getItem(keyOf(userId)) === '1'

export function setWanted(userId: string, wanted: boolean) {
  if (wanted) localStorage.setItem(keyOf(userId), '1')
  else localStorage.removeItem(keyOf(userId))
}
