import { connectionDefaults } from 'db/connections/mutations.ts'
import type { ConnectionRow } from 'db/connections/queries.ts'
import { expect, test } from 'vitest'
import { outputOf } from '../../components/resource-form/check-fields.ts'
import { connectionFields, newConnection } from './connection-fields.ts'
import { connectionRules } from './connection-rules.ts'

const queue = '01a1fdf3-cbc3-7686-a9ba-500000000001'
const other = { ...connectionDefaults, id: 'c', name: 'Loja' } as unknown as ConnectionRow

test('the first connection is the default', () => {
  const { provider: _, ...defaults } = connectionDefaults
  expect(outputOf(connectionFields, { ...newConnection([]), name: ' Loja ' })).toEqual({
    ...defaults,
    name: 'Loja',
    isDefault: true,
  })
  expect(newConnection([other]).isDefault).toBe(false)
})

test('a queue to send to needs the minutes until then', () => {
  const { timeSendQueue: rule } = connectionRules([other])
  const values = { ...newConnection([other]), sendIdQueue: queue }
  expect(rule?.(values)).toBe('Diga depois de quantos minutos.')
  expect(rule?.({ ...values, timeSendQueue: 5 })).toBeNull()
  expect(rule?.({ ...values, sendIdQueue: null })).toBeNull()
})
