import { newId } from 'db/kit/new-id.ts'
import { expect, test } from 'vitest'
import { newEntry, type OutboxEntry } from './outbox.ts'
import { mayBeTakenBack, sendableEntries } from './sendable.ts'

let seq = 0
const entry = (change: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...newEntry({ userId: newId(), companyId: newId(), name: 'ticket.delete', args: { id: newId() } }),
  seq: ++seq,
  ...change,
})

test('what may still be taken back stays here, and goes when its time is over; the others do not wait for it', () => {
  const now = Date.now()
  const resting = entry({ notBefore: new Date(now + 7_000) })
  const other = entry()
  expect(sendableEntries([resting, other], now)).toEqual([other])
  expect(sendableEntries([resting, other], now + 7_000)).toEqual([resting, other])
  const takenBackAt = [0, 6_400, 6_600, 7_001].map((later) => mayBeTakenBack(resting, now + later))
  expect(takenBackAt).toEqual([true, true, false, false])
  expect(
    [other, entry({ state: 'applied', notBefore: new Date(now + 7_000) })].some((one) => mayBeTakenBack(one, now)),
  ).toBe(false)
})
