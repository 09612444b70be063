import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addWritingField, createLetters, holdMs, pauseMs, writeIntoField } from './letters.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Types with so many ms between letters; e and r are commands. */
function keyboard(hasField = false) {
  const done: string[] = []
  const written: string[] = []
  const letters = createLetters((text) => {
    if (hasField) written.push(text)
    return hasField
  })
  const press = (letter: string) =>
    letters.press(letter, 'er'.includes(letter) ? () => void done.push(letter) : undefined)
  const type = (word: string, ms: number) => {
    for (const letter of word) {
      press(letter)
      vi.advanceTimersByTime(ms)
    }
  }
  return { done, written, type, ...letters }
}

test('a letter alone is a command', () => {
  const { type, done } = keyboard()
  type('e', holdMs)
  type('e', holdMs)
  type('r', holdMs)
  expect(done).toEqual(['e', 'e', 'r'])
})

test.each(['verificar', 'entrega', 'errei', 'Já resolvo'])('%s commands nothing', (word) => {
  const { type, done } = keyboard()
  type(word, 200)
  vi.advanceTimersByTime(pauseMs)
  expect(done).toEqual([])
})

test('within a word letters may take longer', () => {
  const { type, done } = keyboard()
  type('ver', pauseMs - 1)
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  type('e', holdMs)
  expect(done).toEqual(['e'])
})

test('a word goes into the field, from its first letter; what follows is written there', () => {
  const { type, done, written, writing } = keyboard(true)
  type('ve', 100)
  expect(written).toEqual(['ve'])
  expect(writing()).toBe(false)
  vi.advanceTimersByTime(pauseMs)
  expect(done).toEqual([])
})

test('what happens meanwhile takes the command back', () => {
  const { type, done, interrupt } = keyboard()
  type('e', 100)
  interrupt()
  vi.advanceTimersByTime(pauseMs)
  expect(done).toEqual([])
})

test('the field that came last is written into, as long as it is there', () => {
  expect(writeIntoField('oi')).toBe(false)
  const written: string[] = []
  const remove = addWritingField((text) => written.push(text))
  expect(writeIntoField('oi')).toBe(true)
  remove()
  expect(writeIntoField('olá')).toBe(false)
  expect(written).toEqual(['oi'])
})
