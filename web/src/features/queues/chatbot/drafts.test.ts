import type { OptionRow } from 'db/queues/queries.ts'
import { expect, test } from 'vitest'
import { newOption, withDrafts, withNew, type Draft } from './drafts.ts'
import { linesOf } from './option-tree.ts'

const option = (id: string, order: number): OptionRow => ({
  ...newOption(id, 'q', [], null),
  option: order,
  title: id,
})
const [a, b] = [option('a', 1), option('b', 2)]
const draft = (before: OptionRow, title: string, isNew: boolean): readonly [string, Draft] => [
  before.id,
  { ...before, before, title, message: 'Oi', isNew, opener: '' },
]
const titles = (options: readonly OptionRow[]) => linesOf(options).map((line) => line.option.title)

test('a new option stands behind its neighbour or at the end', () => {
  const between = draft(newOption('n', 'q', [a, b], null, a), 'novo', true)
  expect(titles(withDrafts([a, b], new Map([between])))).toEqual(['a', 'novo', 'b'])
  const last = draft(newOption('n', 'q', [a, b], null), 'novo', true)
  expect(titles(withDrafts([a, b], new Map([last])))).toEqual(['a', 'b', 'novo'])
  expect(newOption('n', 'q', [a, b], 'a')).toMatchObject({ parentId: 'a', option: 1 })
})

test('what is written shows; without a title it can’t be saved, and doesn’t', () => {
  const drafts = new Map([
    draft(a, ' A! ', false),
    draft(b, ' ', false),
    draft(newOption('n', 'q', [], null), '', true),
  ])
  expect(titles(withDrafts([a, b], drafts))).toEqual(['A!', 'b'])
  expect(withNew([a, b], drafts)).toHaveLength(3)
})

test('an option that somebody removed meanwhile does not come back by its draft', () => {
  expect(withDrafts([b], new Map([draft(a, 'A', false)]))).toEqual([b])
})
