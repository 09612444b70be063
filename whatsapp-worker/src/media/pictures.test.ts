// Profile pictures on the real path: the phone's own, WhatsApp's answer and its file host, the media store, the contact's row.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { recordPicture, takeDuePicture } from 'db/contacts/pictures.ts'
import { contacts } from 'db/contacts/table.ts'
import { openMediaStore } from 'db/node/media/media-store.ts'
import { expect, test, vi } from 'vitest'
import { customer, shop, useDesk, type Desk } from '../test-desk.ts'
import { noEffects } from 'db/kit/effects.ts'
import { systemContext } from 'db/kit/system-context.ts'

let desk: Desk
useDesk((opened) => {
  desk = opened
})

/** Two questions and the pause between them. */
const soon = { interval: 20 }
const day = 86_400_000
const samples = join(import.meta.dirname, '../../simulator/samples')
const [face, another] = await Promise.all(['thumb.jpg', 'photo.jpg'].map((name) => readFile(join(samples, name))))
const hashOf = (content = Buffer.alloc(0)) => createHash('sha256').update(content).digest('hex')
const until = (fits: (contact: typeof contacts.$inferSelect) => boolean) =>
  vi.waitUntil(async () => (await desk.contacts()).find(fits), soon)

test('a new contact’s picture is fetched, and again when it changes or goes', async () => {
  const ana = desk.simulator.phone(customer)
  await ana.setPicture(face ?? Buffer.alloc(0))
  await desk.startWorker()
  await desk.link()
  await ana.sendText(shop.number, 'Oi')
  await until(({ pictureHash }) => pictureHash === hashOf(face))
  const store = await openMediaStore(desk.env().media)
  const content = await store.read({ companyId: desk.companyId, hash: hashOf(face) })
  expect(content && (await buffer(content))).toEqual(face)
  await ana.setPicture(another ?? Buffer.alloc(0))
  await until(({ pictureHash }) => pictureHash === hashOf(another))
  ana.removePicture()
  await until(({ pictureHash }) => pictureHash === null)
})

test('who shows none has none, and is not asked for it again for a week', async () => {
  const ana = desk.simulator.phone(customer)
  await desk.startWorker()
  await desk.link()
  await ana.sendText(shop.number, 'Oi')
  const asked = await until(({ pictureDueAt }) => (pictureDueAt?.getTime() ?? 0) > Date.now() + 6 * day)
  expect(asked.pictureHash).toBeNull()
})

test('who wrote last comes first, each to one asker, and a group only to who is in it', async () => {
  const context = (now = new Date()) => systemContext(desk.companyId, noEffects, { now })
  const take = (connectionId = desk.connectionId) =>
    desk.db.orm.transaction((tx) => takeDuePicture(tx, connectionId, context()))
  await desk.openTicketWith('5511900000010')
  await desk.openTicketWith('5511900000011')
  const [first, last] = await desk.contacts()
  await desk.db.orm
    .update(contacts)
    .set({ pictureDueAt: new Date(Date.now() - day) })
    .where(eq(contacts.id, first?.id ?? ''))
  expect(await take(desk.companyId)).toBeUndefined()
  expect(await take()).toMatchObject({ id: last?.id })
  expect(await take()).toMatchObject({ id: first?.id })
  expect(await take()).toBeUndefined()
  await desk.db.orm.transaction((tx) =>
    recordPicture(tx, first?.id ?? '', { kind: 'failed' }, new Date(Date.now() - day)),
  )
  expect(await take()).toMatchObject({ id: first?.id })
})
