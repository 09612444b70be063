import { expect, test } from 'vitest'
import { cutPreview, finishedText, slashTermAt } from './message-text.ts'

const values = {
  contactName: 'Ana Souza',
  ticketNumber: 42,
  now: new Date('2026-03-05T12:30:00Z'),
  timeZone: 'America/Sao_Paulo',
  language: 'pt' as const,
}

test('variables are filled, unknown ones stay, the name stands above', () => {
  expect(finishedText('{{ms}}, {{firstName}}! {{protocol}} {{outra}}', values, 'Rafael Lima')).toBe(
    '*Rafael Lima:*\nBom dia, Ana! 2026030542 {{outra}}',
  )
  expect(finishedText('{{date}} {{hour}} {{name}}', values, null)).toBe('05/03/2026 09:30 Ana Souza')
})

test('nothing is not signed, and a name cannot break its mark', () => {
  expect(finishedText('', values, 'Rafael')).toBe('')
  expect(finishedText('oi', values, '*Rafa*')).toBe('*Rafa:*\noi')
  expect(finishedText('oi', values, ' * ')).toBe('oi')
})

test.each([
  ['/bo', 3, { start: 0, term: 'bo' }],
  ['oi /bom', 7, { start: 3, term: 'bom' }],
  ['/b', 2, { start: 0, term: 'b' }],
  ['oi /', 4, { start: 3, term: '' }],
  ['e/ou', 4, null],
  ['/bom dia', 8, null],
  ['/bom dia', 4, { start: 0, term: 'bom' }],
  ['https://a.example', 17, null],
])('%s with the caret at %i', (text, caret, found) => {
  expect(slashTermAt(text, caret)).toEqual(found)
})

test('a preview has 35 characters and an ellipsis', () => {
  expect(cutPreview('a'.repeat(35))).toBe('a'.repeat(35))
  expect(cutPreview('a'.repeat(36))).toBe(`${'a'.repeat(35)}…`)
  expect(cutPreview('👍'.repeat(36))).toBe(`${'👍'.repeat(35)}…`)
  expect(cutPreview(' uma\n\nduas ')).toBe('uma duas')
})
