import { Star } from 'lucide-react'
import { expect, test } from 'vitest'
import { groupsFor, type PaletteGroup, type PaletteItem } from './palette-items.ts'

const item = (label: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  id: label,
  label,
  icon: Star,
  run: () => undefined,
  ...more,
})
const groups: PaletteGroup[] = [
  { label: 'Ir para', items: [item('Atendimentos'), item('Conexões', { words: 'whatsapp' }), item('Filas')] },
  { label: 'Ações', items: [item('Recompilar'), item('Nova fila'), item('Sair', { detail: 'Ana Souza' })] },
]
const found = (term: string) => groupsFor(groups, term).map(({ label, items }) => [label, items.map((one) => one.id)])

test('without words all is offered, in its order', () => {
  expect(found('  ')).toEqual([
    ['Ir para', ['Atendimentos', 'Conexões', 'Filas']],
    ['Ações', ['Recompilar', 'Nova fila', 'Sair']],
  ])
})

test('accents and case do not matter; groups that have nothing are left out', () => {
  expect(found('CONEXOES')).toEqual([['Ir para', ['Conexões']]])
})

test('each word has to be somewhere: in the label, the detail or the other words', () => {
  expect(found('fila nova')).toEqual([['Ações', ['Nova fila']]])
  expect(found('sair souza')).toEqual([['Ações', ['Sair']]])
  expect(found('whats')).toEqual([['Ir para', ['Conexões']]])
  expect(found('fila nada')).toEqual([])
})

test('what begins with the word comes before what only has it inside', () => {
  expect(found('il')).toEqual([
    ['Ir para', ['Filas']],
    ['Ações', ['Recompilar', 'Nova fila']],
  ])
  const items = [item('Recompilar'), item('Pilar')]
  expect(groupsFor([{ label: 'g', items }], 'pil')[0]?.items.map(({ id }) => id)).toEqual(['Pilar', 'Recompilar'])
})
