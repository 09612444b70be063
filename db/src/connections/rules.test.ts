import { expect, test } from 'vitest'
import { queueOfNew } from './rules.ts'

const [person, group] = [{ isGroup: false }, { isGroup: true }]

test.each([
  ['no queue', [], null, null, null],
  ['one', ['a'], null, 'a', 'a'],
  ['several', ['a', 'b'], null, null, null],
  ['several, and one for groups', ['a', 'b'], 'b', null, 'b'],
  ['one, and another for groups', ['a'], 'c', 'a', 'c'],
  ['none but for groups', [], 'c', null, 'c'],
])('with %s', (_, queueIds, groupQueueId, ofPerson, ofGroup) => {
  expect(queueOfNew({ queueIds, groupQueueId }, person)).toBe(ofPerson)
  expect(queueOfNew({ queueIds, groupQueueId }, group)).toBe(ofGroup)
})
