import { expect, test } from 'vitest'
import { addTask, editTask, removeTask, restoreTask, tasksIn } from './tasks.ts'

const [bread, milk] = [
  { id: 'a', text: 'Pão' },
  { id: 'b', text: 'Leite' },
]

test('a task is added in front, without the blanks around it; blank text is ignored', () => {
  expect(addTask([bread], { id: 'b', text: '  Leite ' })).toEqual([milk, bread])
  expect(addTask([bread], { id: 'b', text: ' \n ' })).toEqual([bread])
})

test('an edit changes its text; a blank one changes nothing', () => {
  expect(editTask([bread, milk], 'b', ' Café ')).toEqual([bread, { id: 'b', text: 'Café' }])
  expect(editTask([bread, milk], 'b', '  ')).toEqual([bread, milk])
})

test('what was deleted comes back to its place, once', () => {
  expect(removeTask([bread, milk], 'a')).toEqual([milk])
  expect(restoreTask([milk], bread, 0)).toEqual([bread, milk])
  expect(restoreTask([bread, milk], bread, 1)).toEqual([bread, milk])
})

test.each([[null], ['{'], ['{"a":1}'], ['[{"id":"a","text":" "}]']])('%s is an empty list', (text) => {
  expect(tasksIn(text)).toEqual([])
})

test('a stored list is read as it was written', () => {
  expect(tasksIn(JSON.stringify([milk, bread]))).toEqual([milk, bread])
})
