// Stanzas for companions. Each is kept in the companion's record until the companion has acknowledged it; a live client
// gets it when it is due, an absent one at its next login with the attribute `offline`.
// Invariant: stanzas leave in the order in which they were queued, and at most once on each connection.

import type { BinaryNode } from '@whiskeysockets/baileys'
import type { ClientConnection } from './client-connection.ts'
import type { CompanionRecord, PendingStanza } from '../server-state.ts'

interface LiveClient {
  connection: ClientConnection
  sent: Set<PendingStanza>
  timer: NodeJS.Timeout | undefined
}

export class CompanionQueue {
  readonly #changed: () => void
  readonly #live = new Map<CompanionRecord, LiveClient>()

  constructor(changed: () => void) {
    this.#changed = changed
  }

  add(companion: CompanionRecord, node: BinaryNode, delayMs = 0) {
    companion.pending.push({ key: keyOf(node), dueAt: Date.now() + delayMs, node })
    this.#changed()
    this.#pump(companion)
  }

  /** The companion has taken the stanza. */
  settle(companion: CompanionRecord, stanza: { tag: string; id: string; type?: string | undefined }) {
    const index = companion.pending.findIndex(({ key }) => key === stanzaKey(stanza.tag, stanza.id, stanza.type))
    const [settled] = index < 0 ? [] : companion.pending.splice(index, 1)
    if (!settled) return
    this.#live.get(companion)?.sent.delete(settled)
    this.#changed()
  }

  /** The client is ready: hand over what has waited, then go on live. */
  goLive(companion: CompanionRecord, connection: ClientConnection) {
    const client: LiveClient = { connection, sent: new Set(), timer: undefined }
    const waiting = companion.pending.filter(({ dueAt, node }) => dueAt <= Date.now() && !isPeer(node))
    connection.send(offlinePreview(waiting))
    for (const stanza of waiting) {
      connection.send({ ...stanza.node, attrs: { ...stanza.node.attrs, offline: '1' } })
      client.sent.add(stanza)
    }
    const count = String(waiting.length)
    connection.send({ tag: 'ib', attrs: {}, content: [{ tag: 'offline', attrs: { count } }] })
    this.#live.set(companion, client)
    // Peer messages go last: a client takes its history for the first login only after `offline`.
    this.#pump(companion)
  }

  leave(companion: CompanionRecord, connection: ClientConnection) {
    const client = this.#live.get(companion)
    if (client?.connection !== connection) return
    clearTimeout(client.timer)
    this.#live.delete(companion)
  }

  #pump(companion: CompanionRecord) {
    const client = this.#live.get(companion)
    if (!client || client.timer) return
    for (const stanza of companion.pending) {
      if (client.sent.has(stanza)) continue
      const wait = stanza.dueAt - Date.now()
      if (wait > 0) {
        client.timer = setTimeout(() => {
          client.timer = undefined
          this.#pump(companion)
        }, wait)
        return
      }
      client.connection.send(stanza.node)
      client.sent.add(stanza)
    }
  }
}

function isPeer(node: BinaryNode) {
  return node.attrs['category'] === 'peer'
}

function keyOf({ tag, attrs }: BinaryNode) {
  return stanzaKey(tag, attrs['id'] ?? '', attrs['type'])
}

// Receipts about one message differ in their type only; a message's type says nothing that an answer would repeat.
function stanzaKey(tag: string, id: string, type: string | undefined) {
  return tag === 'receipt' ? `receipt ${id} ${type ?? ''}` : `${tag} ${id}`
}

function offlinePreview(waiting: PendingStanza[]): BinaryNode {
  const count = (tag: string) => String(waiting.filter(({ node }) => node.tag === tag).length)
  const attrs = {
    count: String(waiting.length),
    appdata: '0',
    message: count('message'),
    notification: count('notification'),
    receipt: count('receipt'),
  }
  return { tag: 'ib', attrs: {}, content: [{ tag: 'offline_preview', attrs }] }
}
