import { EventEmitter } from 'node:events'
import type { WASocket } from '@whiskeysockets/baileys'
import { expect, test, vi } from 'vitest'
import { keepArrivalOrder } from './arrival-order.ts'

/** A socket that is open, and what Baileys' own handling was given; each message takes until `next`. */
function socket() {
  const ws = Object.assign(new EventEmitter(), { isOpen: true })
  const seen: string[] = []
  let next = () => {}
  const handle = ({ attrs: { id = '' } }: { attrs: Record<string, string> }): unknown => {
    seen.push(id)
    return new Promise<void>((resolve) => (next = resolve))
  }
  ws.on('CB:message', handle)
  keepArrivalOrder({ ws } as unknown as Pick<WASocket, 'ws'>)
  const come = (id: string) => ws.emit('CB:message', { tag: 'message', attrs: { id, offline: '1' } })
  return { ws, seen, come, next: () => next() }
}

test('a message is looked at when the one before it was handed over', async () => {
  const { seen, come, next } = socket()
  come('a')
  come('b')
  await vi.waitFor(() => expect(seen).toEqual(['a']))
  next()
  await vi.waitFor(() => expect(seen).toEqual(['a', 'b']))
})

test('what waits when the socket closes is left to WhatsApp, which was told nothing of it', async () => {
  const { ws, seen, come, next } = socket()
  come('a')
  come('b')
  await vi.waitFor(() => expect(seen).toEqual(['a']))
  ws.isOpen = false
  next()
  await new Promise(setImmediate)
  expect(seen).toEqual(['a'])
})
