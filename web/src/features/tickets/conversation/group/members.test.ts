import type { GroupMemberRow } from 'db/contacts/queries.ts'
import { expect, test } from 'vitest'
import { mentionsIn, named, withDigits, withMemberNames } from './members.ts'

const row = (change: Partial<GroupMemberRow>): GroupMemberRow => ({
  id: change.lid ?? change.number ?? 'x',
  lid: null,
  number: null,
  isAdmin: false,
  isOwn: false,
  name: null,
  ...change,
})

test('members have names that tell them apart, else their number', () => {
  const rows = [
    row({ lid: '111000', number: '5511977770002', name: 'Ana' }),
    row({ lid: '222000', number: '5511977770003', name: 'Ana' }),
    row({ number: '5511977770004' }),
    row({ lid: '333000' }),
    row({}),
  ]
  expect(named(rows).map(({ name, digits }) => [name, digits])).toEqual([
    ['Ana (0002)', '111000'],
    ['Ana (0003)', '222000'],
    ['+55 11 97777-0004', '5511977770004'],
    ['~3000', '333000'],
  ])
})

test('who is named is sent by digits, and read by name again', () => {
  const people = [
    { name: 'Ana', digits: '111000' },
    { name: 'Ana Lima', digits: '222000' },
  ]
  const sent = withDigits('@Ana Lima e @Ana, ana@loja.com', people)
  expect(sent).toBe('@222000 e @111000, ana@loja.com')
  expect(mentionsIn(sent, people)).toEqual([
    { name: 'Ana', digits: '111000' },
    { name: 'Ana Lima', digits: '222000' },
  ])
  expect(mentionsIn('@1110005', people)).toEqual([])
  expect(withMemberNames(`${sent} @99999`, mentionsIn(sent, people))).toBe('@Ana Lima e @Ana, ana@loja.com @99999')
})
