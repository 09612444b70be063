import { expect, test } from 'vitest'
import { queryKey, sql } from './query.ts'

test('values become parameters', () => {
  expect(sql`select * from tickets where status = ${'open'} and id = ${'x'}`).toEqual({
    text: 'select * from tickets where status = $1 and id = $2',
    params: ['open', 'x'],
  })
})

test('nested queries are spliced in and renumbered', () => {
  const filter = sql`status = ${'open'} and unread_messages > ${0}`
  const query = sql`select * from tickets where company_id = ${'c'} and ${filter} limit ${40}`
  expect(query.text).toBe(
    'select * from tickets where company_id = $1 and status = $2 and unread_messages > $3 limit $4',
  )
  expect(query.params).toEqual(['c', 'open', 0, 40])
})

test('equal queries have equal keys', () => {
  expect(queryKey(sql`select ${1}`)).toBe(queryKey(sql`select ${1}`))
  expect(queryKey(sql`select ${1}`)).not.toBe(queryKey(sql`select ${2}`))
})
