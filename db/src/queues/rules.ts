// What must hold of a company's queues among themselves. Pure; mutations and forms ask here.

interface Greeting {
  greetingMessage: string
}

export const isMute = ({ greetingMessage }: Greeting) => greetingMessage.trim() === ''

/**
 * Whether a queue may not be saved as it is to be, because there are others and it greets nobody who chose it. One that has been mute since
 * before there were others may be changed otherwise: nothing gets worse, and what waits in an outbox is no wrong of its author's.
 */
export function greetingIsMissing(next: Greeting, before: Greeting | null, otherCount: number): boolean {
  return otherCount > 0 && isMute(next) && !(before && isMute(before))
}
