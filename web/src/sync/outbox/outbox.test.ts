import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newId } from 'db/kit/new-id.ts'
import { attachmentOf, sweepAttachments } from './attachments.ts'
import { appendEntry, entriesOf, newEntry, onOutboxChange, removeEntries, updateEntries } from './outbox.ts'

const append = (userId: string, name: string) => appendEntry(newEntry({ userId, companyId: 'c', name, args: { name } }))

test('entries come back in the order of appending, own ones only', async () => {
  const userId = newId()
  for (const name of ['a', 'b', 'c']) await append(userId, name)
  await append(newId(), 'another user')
  expect((await entriesOf(userId)).map((entry) => [entry.name, entry.state])).toEqual([
    ['a', 'waiting'],
    ['b', 'waiting'],
    ['c', 'waiting'],
  ])
})

test('a change keeps the place in the order and does not bring back what is gone', async () => {
  const userId = newId()
  const [first, second] = [await append(userId, 'a'), await append(userId, 'b')]
  await removeEntries([second.seq])
  await updateEntries(
    new Map([
      [first.seq, { state: 'refused', code: 'ERR_TICKET_STATUS' }],
      [second.seq, { state: 'applied' }],
    ]),
  )
  expect(await entriesOf(userId)).toMatchObject([{ id: first.id, state: 'refused', code: 'ERR_TICKET_STATUS' }])
})

test('listeners hear of it', async () => {
  const heard: string[] = []
  const end = onOutboxChange((change) => heard.push(change))
  const entry = await append(newId(), 'a')
  await removeEntries([entry.seq])
  end()
  expect(heard).toEqual(['appended', 'changed'])
})

test('a file is kept with its entry and leaves with the last entry that names it', async () => {
  const userId = newId()
  const file = { userId, hash: 'a'.repeat(64), name: 'foto.png', blob: new Blob(['foto']) }
  const send = () => appendEntry(newEntry({ userId, companyId: 'c', name: 'message.send', args: {} }), [file])
  const [first, second] = [await send(), await send()]
  const kept: string[] = []
  const sweep = () => sweepAttachments(userId, async ({ hash }) => void kept.push(hash))
  await removeEntries([first.seq])
  await sweep()
  expect(await attachmentOf(userId, file.hash)).toMatchObject({ name: 'foto.png' })
  await removeEntries([second.seq])
  await sweep()
  expect(await attachmentOf(userId, file.hash)).toBeUndefined()
  expect(kept).toEqual([file.hash])
})
