import { expect, test } from 'vitest'
import { vcardOf } from './vcard.ts'

test('a card says name and numbers, each with its WhatsApp id', () => {
  expect(vcardOf({ name: 'Ana Souza', numbers: ['5511988887777', '551133334444'] }).split('\n')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:;Ana Souza;;;',
    'FN:Ana Souza',
    'TEL;type=CELL;waid=5511988887777:+5511988887777',
    'TEL;type=CELL;waid=551133334444:+551133334444',
    'END:VCARD',
  ])
})

test('a name can’t end its line or field', () => {
  const lines = vcardOf({ name: 'A\\B;C,D\r\nTEL:1\n\u2028x', numbers: ['55'] }).split('\n')
  expect(lines).toHaveLength(6)
  expect(lines[3]).toBe(String.raw`FN:A\\B\;C\,D\nTEL:1\n\nx`)
})
