import { describe, expect, test } from 'vitest'
import { goodbye, isRatingAwaited, ratingOf } from './closing.ts'
import { acceptedText, ratingText, transferText } from './texts.ts'

const served = { isGroup: false, wasAccepted: true }
const words = { ratingMessage: 'Que nota você dá?', complationMessage: 'Até logo' }
const [rated, unrated] = [{ userRating: 'enabled' }, { userRating: 'disabled' }] as const

describe('closing', () => {
  test('says farewell in the connection’s words, or nothing when it has none', () => {
    expect(goodbye(served, unrated, words)).toEqual({ kind: 'farewell', text: 'Até logo' })
    expect(goodbye(served, unrated, { ...words, complationMessage: ' ' })).toBeNull()
  })
  test('asks for a rating instead, also without own words', () => {
    expect(goodbye(served, rated, words)).toEqual({ kind: 'rating', text: ratingText('Que nota você dá?') })
    expect(goodbye(served, rated, { ...words, ratingMessage: '' })?.text).toMatch(/^Como você avalia/)
  })
  test('asks nothing of a customer whom nobody attended to', () => {
    expect(goodbye({ ...served, wasAccepted: false }, rated, words)).toMatchObject({ kind: 'farewell' })
  })
  test('tells groups nothing', () => {
    expect(goodbye({ ...served, isGroup: true }, rated, words)).toBeNull()
    expect(goodbye({ ...served, isGroup: true }, unrated, words)).toBeNull()
  })
})

test.each([
  ['1', 1],
  [' 2 ', 2],
  ['*3*', 3],
  ['2.', 2],
  ['4', null],
  ['12', null],
  ['0', null],
  ['nota 3', null],
  ['3 estrelas', null],
  ['', null],
])('the answer %j rates %j', (text, rating) => {
  expect(ratingOf(text)).toBe(rating)
})

test('an answer counts for 24 hours, once, and only if it was asked for', () => {
  const asked = new Date('2026-01-05T12:00:00Z')
  const after = (hours: number) => new Date(asked.getTime() + hours * 3_600_000)
  expect(isRatingAwaited({ ratingAskedAt: asked, rating: null }, after(23.9))).toBe(true)
  expect(isRatingAwaited({ ratingAskedAt: asked, rating: null }, after(24))).toBe(false)
  expect(isRatingAwaited({ ratingAskedAt: asked, rating: 2 }, after(1))).toBe(false)
  expect(isRatingAwaited({ ratingAskedAt: null, rating: null }, after(1))).toBe(false)
})

test('the legend goes from 1 to 3', () => {
  expect(ratingText('Nota?')).toBe('Nota?\n\n*1* - Insatisfeito\n*2* - Satisfeito\n*3* - Muito satisfeito')
})

test('a transfer names the queue, the person or both', () => {
  expect(transferText({ queue: 'Vendas', user: null })).toContain('para a fila *Vendas*.')
  expect(transferText({ queue: null, user: 'Bia' })).toContain('para *Bia*.')
  expect(transferText({ queue: 'Vendas', user: 'Bia' })).toContain('para a fila *Vendas* e *Bia* vai atender você.')
  expect(transferText({ queue: null, user: null })).toBeNull()
})

test('braces in a person’s name are no variable', () => {
  expect(acceptedText('{{name}}')).not.toContain('{{name}}')
})
