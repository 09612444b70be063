import 'fake-indexeddb/auto'
import { newId } from 'db/kit/new-id.ts'
import { expect, test, vi } from 'vitest'
import type { Session } from '../session/session.ts'
import { outboxStore } from './outbox-store.ts'
import { appendEntry, newEntry, removeEntries, updateEntries } from './outbox.ts'

const { current } = vi.hoisted((): { current: { session: unknown } } => ({ current: { session: null } }))
vi.mock(import('../session/session.ts'), async (original) => ({
  ...(await original()),
  currentSession: () => current.session as Session | null,
}))

const logIn = (id: string) => (current.session = { user: { id } })
const append = (userId: string, name: string, rowId: string) =>
  appendEntry(newEntry({ userId, companyId: 'c', name, args: { id: rowId } }))
const shown = () => outboxStore.get().map(({ name, state, heldBy }) => ({ name, state, heldBy }))

test('who looks is shown what waits already, and what changes while they look', async () => {
  const userId = newId()
  logIn(userId)
  const [ticket, other] = [newId(), newId()]
  const created = await append(userId, 'ticket.create', ticket)
  await append(newId(), 'of another person', ticket)
  const end = outboxStore.subscribe(() => undefined)
  await vi.waitFor(() => expect(shown()).toEqual([{ name: 'ticket.create', state: 'waiting', heldBy: undefined }]))

  await updateEntries(new Map([[created.seq, { state: 'refused', code: 'ERR_TICKET_STATUS' }]]))
  await append(userId, 'ticket.close', ticket)
  const sent = await append(userId, 'ticket.reopen', other)
  await updateEntries(new Map([[sent.seq, { state: 'applied' }]]))
  await vi.waitFor(() =>
    expect(shown()).toEqual([
      { name: 'ticket.create', state: 'refused', heldBy: undefined },
      { name: 'ticket.close', state: 'waiting', heldBy: created.id },
    ]),
  )

  end()
  await removeEntries([created.seq])
})

test('an entry that did not change is the same object for who draws it', async () => {
  const userId = newId()
  logIn(userId)
  const first = await append(userId, 'ticket.accept', newId())
  const end = outboxStore.subscribe(() => undefined)
  await vi.waitFor(() => expect(outboxStore.get().map(({ id }) => id)).toEqual([first.id]))
  const [before] = outboxStore.get()
  await append(userId, 'ticket.close', newId())
  await vi.waitFor(() => expect(outboxStore.get()).toHaveLength(2))
  expect(outboxStore.get()[0]).toBe(before)
  end()
})
