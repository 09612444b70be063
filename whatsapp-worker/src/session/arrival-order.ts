// Messages one after the other, in the order in which WhatsApp's server sent them. Baileys takes up each at once, and what waited while
// the connection was away in a queue of its own: a live message overtakes those, and a known contact's an unknown one's.
// Invariant: a message is looked at only when the one before it was handed over or refused; not any more once the socket has closed, which
// can tell WhatsApp nothing of it. Nobody told WhatsApp that it came, so it comes again.
import type { BinaryNode, WASocket } from '@whiskeysockets/baileys'
import { createTurns } from 'db/kit/turns.ts'

const event = 'CB:message'

/** Before anything else listens: what listens now is Baileys' own handling. */
export function keepArrivalOrder({ ws }: Pick<WASocket, 'ws'>) {
  const handlers = ws.listeners(event) as ((node: BinaryNode) => Promise<void>)[]
  ws.removeAllListeners(event)
  const inTurn = createTurns()
  ws.on(event, (node: BinaryNode) => {
    const live = withoutOffline(node)
    // Never rejects in Baileys, which reports for itself; the next message must not depend on that.
    for (const handle of handlers) inTurn(async () => (ws.isOpen ? handle(live) : undefined)).catch(() => {})
  })
}

/** What came while away is told apart by this attribute only, to go to the queue of its own. */
function withoutOffline(node: BinaryNode): BinaryNode {
  const { offline: _offline, ...attrs } = node.attrs
  return { ...node, attrs }
}
