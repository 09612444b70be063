import { expect, test } from 'vitest'
import { v7 } from 'uuid'
import { isBackdated, isEditable } from './rules.ts'

const noon = new Date('2026-11-22T12:00:00Z')
const idAt = (at: Date) => v7({ msecs: at.getTime() })
const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)

test('a time counts as past by when the schedule was written, not by when it arrives', () => {
  expect(isBackdated(idAt(noon), minutes(-1))).toBe(true)
  expect(isBackdated(idAt(noon), noon)).toBe(false)
  expect(isBackdated(idAt(noon), minutes(1))).toBe(false)
  expect(isBackdated(idAt(minutes(-120)), minutes(-60))).toBe(false)
})

test('an id that says no time forbids none', () => {
  expect(isBackdated('6b1a3c1e-8f5a-4a7e-9c53-3a2f1e0d4c5b', minutes(-1))).toBe(false)
})

test.each([
  ['PENDENTE', null, true],
  ['ERRO', null, true],
  ['AGENDADA', null, false],
  ['ENVIADA', noon, false],
  // Its message failed: it is in the conversation all the same.
  ['ERRO', noon, false],
] as const)('%s, sent %s: editable is %s', (status, sentAt, editable) => {
  expect(isEditable({ status, sentAt })).toBe(editable)
})
