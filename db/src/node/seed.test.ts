import { expect, test } from 'vitest'
import { needsGreeting } from '../connections/rules.ts'
import { connections } from '../connections/table.ts'
import { isMute } from '../queues/rules.ts'
import { connectionQueues, queues } from '../queues/table.ts'
import { connect } from './connect.ts'
import { isDemoUnlinked, seedDemo } from './seed.ts'
import { testDatabase } from './testing/test-database.ts'

test('the demo goes in once, and keeps the rules that its forms keep', async () => {
  const { url, drop } = await testDatabase()
  expect([await seedDemo(url), await seedDemo(url)]).toEqual([true, false])
  const { orm, end } = connect(url)
  const made = await orm.select().from(queues)
  expect(made).toHaveLength(2)
  expect(made.filter(isMute)).toEqual([])
  const offered = await orm.select().from(connectionQueues)
  for (const connection of await orm.select().from(connections)) {
    const queueIds = offered.filter(({ connectionId }) => connectionId === connection.id).map(({ queueId }) => queueId)
    expect(needsGreeting({ ...connection, queueIds })).toBe(false)
  }
  await end()
  await drop()
})

test('its number is to be linked until it was, also after a start that was interrupted', async () => {
  const { url, drop } = await testDatabase()
  await seedDemo(url)
  const { sql, end } = connect(url)
  const isOwed = [await isDemoUnlinked(url)]
  await sql`update connections set status = 'qrcode'`
  isOwed.push(await isDemoUnlinked(url))
  await sql`update connections set status = 'CONNECTED', number = '5511900000001'`
  isOwed.push(await isDemoUnlinked(url))
  await sql`update connections set status = 'DISCONNECTED', number = null, status_reason = 'disconnected'`
  isOwed.push(await isDemoUnlinked(url))
  expect(isOwed).toEqual([true, true, false, false])
  await end()
  await drop()
})
