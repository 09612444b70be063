import type { ConnectionRow, ConnectionSettings } from 'db/connections/queries.ts'
import { expect, test } from 'vitest'
import { outputOf } from '../../components/resource-form/check-fields.ts'
import { withId } from '../../components/resource-form/id-set.ts'
import { connectionFields, inputOf, newConnectionInput } from './connection-fields.ts'

const [sales, finance] = ['01a1fdf3-cbc3-7686-a9ba-500000000001', '01a1fdf3-cbc3-7686-a9ba-500000000002']
const settings: ConnectionSettings = {
  name: 'Filial',
  isDefault: true,
  queueIds: [sales, finance],
  greetingMessage: 'Olá!',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  sendIdQueue: null,
  groupQueueId: null,
  timeSendQueue: 0,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
  expiresTicket: 30,
  expiresInactiveMessage: 'Até logo',
}

test('a form that nobody touched says what the connection is', () => {
  expect(outputOf(connectionFields, inputOf(settings))).toEqual(settings)
  expect(outputOf(connectionFields, inputOf({ ...settings, sendIdQueue: sales }))).toMatchObject({ sendIdQueue: sales })
  expect(outputOf(connectionFields, inputOf({ ...settings, groupQueueId: finance }))).toMatchObject({
    groupQueueId: finance,
  })
})

test('the first connection is the default', () => {
  expect(outputOf(connectionFields, { ...newConnectionInput([]), name: 'Loja' })).toMatchObject({
    name: 'Loja',
    isDefault: true,
    queueIds: [],
    maxUseBotQueues: 3,
  })
  expect(newConnectionInput([settings as ConnectionRow]).isDefault).toBe('')
})

test('queues are put in and taken out', () => {
  const both = withId(withId('', finance, true), sales, true)
  expect(both).toBe(inputOf(settings).queueIds)
  expect(withId(both, sales, true)).toBe(both)
  expect(withId(both, sales, false)).toBe(finance)
})
