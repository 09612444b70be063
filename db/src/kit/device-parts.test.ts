import { isNotNull } from 'drizzle-orm'
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { id, instant } from './columns.ts'
import { defineTable } from './define-table.ts'

const books = pgTable('books', {
  id: id(),
  shelf: text('shelf').notNull(),
  fullTitle: text('full_title').notNull(),
  isLost: boolean('is_lost').notNull(),
  lentAt: instant('lent_at').notNull(),
})
const scope = () => isNotNull(books.id)

test('columns are said by their keys and read by their SQL names and types', () => {
  const { device } = defineTable(books, {
    scope,
    device: {
      indexes: [{ on: ['shelf', 'lentAt desc', 'id desc'] }, { on: ['id'], where: 'is_lost' }],
      search: { words: ['fullTitle', 'shelf'], unless: 'isLost', columns: ['lentAt'] },
      counts: ['shelf', 'isLost'],
    },
  })
  expect(device).toEqual({
    indexes: [
      { on: 'shelf, lent_at desc, id desc', where: undefined },
      { on: 'id', where: 'is_lost' },
    ],
    search: {
      words: ['full_title', 'shelf'],
      unless: 'is_lost',
      columns: [{ name: 'lent_at', type: books.lentAt.getSQLType() }],
    },
    counts: [
      { name: 'shelf', type: 'text' },
      { name: 'is_lost', type: 'boolean' },
    ],
  })
})

test('a table that says nothing has nothing beside its rows', () => {
  expect(defineTable(books, { scope }).device).toEqual({ indexes: [], search: undefined, counts: undefined })
})

test('a column that the table does not have is refused, by the compiler and when it is read', () => {
  // @ts-expect-error a column's SQL name is no key
  expect(() => defineTable(books, { scope, device: { indexes: [{ on: ['lent_at desc'] }] } })).toThrow('lent_at')
})
