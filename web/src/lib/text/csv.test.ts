import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('semicolons, quotes where they are needed, the mark of UTF-8 in front', () => {
  expect(
    csvOf([
      ['Nome', 'E-mail'],
      ['Ana; "a padeira"', 'linha\r\noutra'],
    ]),
  ).toBe('\uFEFFNome;E-mail\r\n"Ana; ""a padeira""";"linha\r\noutra"\r\n')
})

test.each(['=1+1', '+55', '-2', '@SUM(A1)', '\tx', '\rx', '\nx'])('%j is no formula', (text) => {
  expect(csvOf([[text]])).toContain(`'${text}`)
})
