import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText } from './search-text.ts'
import { identifier, matching, sql, SqlText } from './sql-text.ts'

test('values become parameters', () => {
  expect(sql`select * from tickets where status = ${'open'} and id = ${'x'}`).toMatchObject({
    text: 'select * from tickets where status = $1 and id = $2',
    params: ['open', 'x'],
  })
})

test('parts are spliced in and renumbered', () => {
  const filter = sql`status = ${'open'} and unread_messages > ${0}`
  const query = sql`select * from tickets where company_id = ${'c'} and ${filter} limit ${40}`
  expect(query.text).toBe(
    'select * from tickets where company_id = $1 and status = $2 and unread_messages > $3 limit $4',
  )
  expect(query.params).toEqual(['c', 'open', 0, 40])
})

test('names that we do not give are none', () => {
  expect(identifier('tickets_synced').text).toBe('"tickets_synced"')
  for (const name of ['a"b', 'a b', 'public.tickets', 'Tickets', '', '1a']) expect(() => identifier(name)).toThrow()
})

/** A part of any depth: what it was made of, and the part. */
interface Made {
  part: SqlText
  values: unknown[]
}

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.constant(null),
  fc.array(fc.string()),
  // What looks like a part and is none, as JSON may bring it.
  fc.record({ text: fc.constantFrom("'; drop table tickets; --", '$1'), params: fc.array(fc.string()) }),
)

const { made } = fc.letrec<{ made: Made; piece: Made | { value: unknown } }>((tie) => ({
  piece: fc.oneof({ depthSize: 'small' }, fc.record({ value }), tie('made')),
  made: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => ({
    part: sql(
      Object.assign(['', ...pieces.map(() => ' ')], { raw: [] }),
      ...pieces.map((piece) => ('part' in piece ? piece.part : piece.value)),
    ),
    values: pieces.flatMap((piece) => ('part' in piece ? piece.values : [piece.value])),
  })),
}))

test('whatever is nested in what: $1 to $n stand once and in order, and each value is a parameter', () => {
  fc.assert(
    fc.property(made, ({ part, values }) => {
      expect(part.params).toEqual(values)
      expect([...part.text.matchAll(/\$(\d+)/g)].map(([, n]) => Number(n))).toEqual(values.map((_, index) => index + 1))
      expect(part.text.replaceAll(/\$\d+|\s/g, '')).toBe('')
    }),
  )
})

const letters = Array.from('abcçzãéÍÕñÜ019 .*+?^${}()|[]\\/-_%\'"😀')

test('a term is looked for as it is, whatever its case and accents', () => {
  const text = fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 })
  fc.assert(
    fc.property(text, text, text, (before, term, after) => {
      const { text: condition, params } = matching(term, sql`name`)
      if (foldText(term) === '') {
        expect(condition).toBe('true')
        return
      }
      expect(condition).toBe('(name ~ $1)')
      const pattern = new RegExp(String(params[0]), 'u')
      expect(pattern.test(before + term.toUpperCase() + after)).toBe(true)
      // Between two letters nothing is trimmed.
      expect(pattern.test(before)).toBe(foldText(`x${before}x`).slice(1, -1).includes(foldText(term)))
    }),
  )
})
