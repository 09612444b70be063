import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { joinTags, type Tagged } from './join-tags.ts'

const tag = (tagId: string, kanban = false): Tagged => ({ tagId, kanban })
const ids = (tags: readonly Tagged[]) => tags.map(({ tagId }) => tagId)

test('tags of both are kept, once', () => {
  expect(ids(joinTags([tag('vip'), tag('novo')], [tag('vip'), tag('atraso')]))).toEqual(['vip', 'novo', 'atraso'])
})

test('the lane is the holder’s; without one the other’s', () => {
  expect(ids(joinTags([tag('fazendo', true)], [tag('feito', true), tag('vip')]))).toEqual(['fazendo', 'vip'])
  expect(ids(joinTags([tag('vip')], [tag('feito', true)]))).toEqual(['vip', 'feito'])
})

const tagged = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'E', 'F', 'G'))
  .map((names) => names.map((name) => tag(name, name < 'a')))

test('whatever they have: nothing is lost but lanes, nothing comes twice, and the holder’s stay', () => {
  fc.assert(
    fc.property(tagged, tagged, (holder, other) => {
      const joined = joinTags(holder, other)
      expect(new Set(ids(joined)).size).toBe(joined.length)
      expect(joined).toEqual(expect.arrayContaining([...holder, ...other.filter(({ kanban }) => !kanban)]))
      const lanes = (tags: readonly Tagged[]) => ids(tags.filter(({ kanban }) => kanban))
      expect(lanes(joined)).toEqual(lanes(holder).length > 0 ? lanes(holder) : lanes(other))
    }),
  )
})
