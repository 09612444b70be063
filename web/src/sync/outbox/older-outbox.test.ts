// An app is updated while its outbox has entries of the version before: today's finds them, in their order, before what is written now.
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { newId } from 'db/kit/new-id.ts'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('what waits since the first version is there and goes first', async () => {
  const [userId, ticketId] = [newId(), newId()]
  // As the first version made the store, and wrote its entries: nothing was known of files, of later or of reasons.
  const before = await openDB('balcao', 1, {
    upgrade(store) {
      store.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true }).createIndex('user', 'userId')
      store.createObjectStore('session')
      store.createObjectStore('device')
    },
  })
  const of = { userId, companyId: newId(), at: new Date(), state: 'waiting' }
  const accept = { id: newId(), name: 'ticket.accept', args: { id: ticketId } }
  const say = { id: newId(), name: 'message.send', args: { id: newId(), ticketId, body: 'oi' } }
  await before.put('outbox', { ...of, ...accept })
  await before.put('outbox', { ...of, ...say })
  before.close()

  const { appendEntry, entriesOf, newEntry } = await import('./outbox.ts')
  const { sendableEntries } = await import('./sendable.ts')
  expect(await entriesOf(userId)).toMatchObject([accept, say])
  const close = { name: 'ticket.close', args: { id: ticketId } }
  await appendEntry(newEntry({ userId, companyId: of.companyId, ...close }))
  const names = sendableEntries(await entriesOf(userId)).map(({ name }) => name)
  expect(names).toEqual(['ticket.accept', 'message.send', 'ticket.close'])
})
