import { expect, test } from 'vitest'
import { durationWords, heatOf, hoursOf, ratingWords, trendOf } from './figures.ts'
import { fieldsOf, queryOf, searchOf } from './period.ts'

test('durations are read as people say them; what there is not is a dash', () => {
  expect([null, 0, 0.75, 3.4, 59.7, 65, 1439, 1441, 3000].map(durationWords)).toEqual([
    '–',
    '0 s',
    '45 s',
    '3 min',
    '1 h 00 min',
    '1 h 05 min',
    '23 h 59 min',
    '1 d 0 h',
    '2 d 2 h',
  ])
})

test('a trend is there when there is something before it', () => {
  expect([trendOf(12, 10), trendOf(5, 10), trendOf(5, 0), trendOf(null, 3), trendOf(3, null)]).toEqual([
    20,
    -50,
    null,
    null,
    null,
  ])
})

test('a rating has its places by language', () => {
  expect([ratingWords(2.5, 'pt-BR'), ratingWords(3, 'en'), ratingWords(null, 'en')]).toEqual(['2,50', '3.00', '–'])
})

test('the warmest field is the most there is, and one ticket is never cold', () => {
  expect([heatOf(0, 40), heatOf(1, 40), heatOf(11, 40), heatOf(40, 40), heatOf(0, 0)]).toEqual([0, 1, 2, 4, 0])
})

test('hours at which nothing is are left out at the ends', () => {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  expect(hoursOf(week)).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17])
  week[6] = week[6]?.with(5, 1).with(22, 3) ?? []
  expect([hoursOf(week)[0], hoursOf(week).at(-1)]).toEqual([5, 22])
})

test('the filter begins with this month, and says when nothing is asked for', () => {
  const fields = fieldsOf({}, '2026-11-23')
  expect(fields).toEqual({ days: '0', from: '2026-11-01', to: '2026-11-23' })
  expect(searchOf(fields)).toEqual({ from: '2026-11-01', to: '2026-11-23' })
  expect(searchOf({ days: '0', from: '', to: '' })).toBeNull()
  expect(searchOf({ days: '7', from: '', to: '' })).toEqual({ days: 7 })
  expect(searchOf({ days: '0', from: '2026-11-09', to: '2026-11-02' })).toEqual({
    from: '2026-11-02',
    to: '2026-11-09',
  })
  expect(queryOf({ days: 7 })).toEqual({ days: '7' })
  expect(queryOf({ from: '2026-11-02' })).toEqual({ date_from: '2026-11-02' })
})
