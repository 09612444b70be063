// One web socket of a client: strips the intro, cuts the byte stream into frames, runs the handshake and then turns
// frames into nodes and back. Knows nothing of accounts; what a client may do is decided by whoever gets `onHandshake`.
// Invariant: nodes are handed over one after the other, in the order in which they arrived.

import { decodeBinaryNode, encodeBinaryNode } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { createTurns } from 'db/kit/turns.ts'
import type { RawData, WebSocket } from 'ws'
import { NoiseResponder } from './noise-responder.ts'
import type { ClientHandshake } from './noise-responder.ts'
import { reportFailure } from '../report-failure.ts'
import type { ServerKeys } from './server-keys.ts'

const ROUTING_HEADER = 'ED'
const LENGTH_BYTES = 3

export class ClientConnection {
  onHandshake: (handshake: ClientHandshake) => void = () => {}
  onNode: (node: BinaryNode) => void | Promise<void> = () => {}
  onClose: () => void = () => {}
  readonly #socket: WebSocket
  readonly #noise: NoiseResponder
  #bytes: Buffer = Buffer.alloc(0)
  #stage: 'intro' | 'hello' | 'finish' | 'open' = 'intro'
  readonly #inTurn = createTurns()
  #nextId = 1

  constructor(socket: WebSocket, keys: ServerKeys) {
    this.#socket = socket
    this.#noise = new NoiseResponder(keys)
    socket.on('message', (data) => this.#receive(data))
    socket.on('close', () => this.onClose())
    socket.on('error', () => socket.terminate())
  }

  get isOpen() {
    return this.#socket.readyState === this.#socket.OPEN
  }

  /** An id for a stanza that the server starts itself. */
  newId() {
    return `sim-${this.#nextId++}`
  }

  send(node: BinaryNode) {
    if (this.#stage === 'open' && this.isOpen) this.#write(this.#noise.encrypt(encodeBinaryNode(node)))
  }

  close() {
    this.#socket.close()
  }

  /** Drops the line without a goodbye, as a lost network would. */
  drop() {
    this.#socket.terminate()
  }

  #receive(data: RawData) {
    const chunk = Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer)
    this.#bytes = this.#bytes.length ? Buffer.concat([this.#bytes, chunk]) : chunk
    this.#inTurn(() => this.#drain()).catch((error: unknown) => {
      reportFailure('connection dropped', error)
      this.drop()
    })
  }

  async #drain() {
    if (this.#stage === 'intro' && !this.#takeIntro()) return
    for (let frame = this.#takeFrame(); frame; frame = this.#takeFrame()) await this.#handle(frame)
  }

  #takeIntro() {
    const routed = this.#bytes.subarray(0, 2).toString() === ROUTING_HEADER
    if (this.#bytes.length < (routed ? 7 : 4)) return false
    const length = 4 + (routed ? 7 + this.#bytes.readUIntBE(4, 3) : 0)
    if (this.#bytes.length < length) return false
    this.#bytes = this.#bytes.subarray(length)
    this.#stage = 'hello'
    return true
  }

  #takeFrame() {
    if (this.#bytes.length < LENGTH_BYTES) return undefined
    const end = LENGTH_BYTES + this.#bytes.readUIntBE(0, LENGTH_BYTES)
    if (this.#bytes.length < end) return undefined
    const frame = this.#bytes.subarray(LENGTH_BYTES, end)
    this.#bytes = this.#bytes.subarray(end)
    return frame
  }

  async #handle(frame: Buffer) {
    if (this.#stage === 'hello') {
      this.#write(this.#noise.respond(frame))
      this.#stage = 'finish'
    } else if (this.#stage === 'finish') {
      const handshake = this.#noise.finish(frame)
      this.#stage = 'open'
      this.onHandshake(handshake)
    } else {
      await this.onNode(await decodeBinaryNode(this.#noise.decrypt(frame)))
    }
  }

  #write(payload: Uint8Array) {
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUIntBE(payload.length, 0, LENGTH_BYTES)
    this.#socket.send(Buffer.concat([length, payload]))
  }
}
