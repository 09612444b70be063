import { expect, test } from 'vitest'
import { searchWords } from 'db/kit/sql/search-text.ts'
import { piecesOf, snippetOf } from './highlight.ts'

const shown = (pieces: { text: string; found: boolean }[]) =>
  pieces.map(({ text, found }) => (found ? `[${text}]` : text)).join('')

test.each([
  ['José Araújo', 'jose', '[José] Araújo'],
  ['José Araújo', 'araujo JOSE', '[José] [Araújo]'],
  ['50% de desconto', '0%', '5[0%] de desconto'],
  ['ação, reação', 'acao', '[ação], re[ação]'],
  ['Decomposto: cafe\u0301 quente', 'café', 'Decomposto: [cafe\u0301] quente'],
  ['nada', 'tudo', 'nada'],
  ['sobre posto', 'pos posto', 'sobre [pos][to]'],
])('%s with %s', (text, typed, expected) => {
  expect(shown(piecesOf(text, searchWords(typed)))).toBe(expected)
})

test('a snippet begins shortly before what was found', () => {
  const text = 'Um texto comprido que conta muita coisa antes de chegar à palavra\nque interessa: encomenda, e segue'
  expect(shown(snippetOf(text, searchWords('encomenda')))).toBe('…palavra que interessa: [encomenda], e segue')
  expect(shown(snippetOf('encomenda', searchWords('encomenda')))).toBe('[encomenda]')
})
