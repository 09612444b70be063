import { expect, test } from 'vitest'
import type { Person } from './answers.ts'
import { copyOf } from './copy-of.ts'
import { csvRows } from './report/people-csv.ts'
import type { CampaignRow } from './campaign-row.ts'

const nothing = {
  confirmationRequestedAt: null,
  confirmedAt: null,
  sentAt: null,
  deliveredAt: null,
  receivedAt: null,
  readAt: null,
  answeredAt: null,
  optedOutAt: null,
}
const ana: Person = {
  id: '1',
  name: 'Ana',
  number: '5511988887777',
  email: 'ana@x.example',
  state: 'delivered',
  error: null,
  variant: 1,
  ...nothing,
}

test('a person is a line, with what happened and when; a failure says why', () => {
  const at = new Date(2026, 10, 23, 9, 5)
  const rows = csvRows(
    [
      { ...ana, deliveredAt: at, readAt: at },
      { ...ana, state: 'failed', error: '463', variant: null },
    ],
    (code) => `por ${code}`,
  )
  expect(rows).toHaveLength(3)
  expect(rows.every((row) => row.length === rows[0]?.length)).toBe(true)
  const when = '23/11/2026 09:05'
  expect(rows[1]).toEqual(['Ana', '5511988887777', 'ana@x.example', 'Entregue', '2', '', '', when, when, '', ''])
  expect(rows[2]?.slice(3, 5)).toEqual(['por 463', ''])
})

test('a copy has what was written and chosen, and neither its time nor its fate', () => {
  const campaign = {
    id: '1',
    name: 'N'.repeat(50),
    status: 'FINALIZADA',
    scheduledAt: new Date(),
    message1: 'Olá',
    tagId: 't',
  }
  const copy = copyOf(campaign as CampaignRow)
  expect(copy).toMatchObject({ status: 'INATIVA', scheduledAt: null, message1: 'Olá', tagId: 't' })
  expect(copy).not.toHaveProperty('id')
  expect(copy.name).toHaveLength(50)
})
