import { expect, test } from 'vitest'
import { peaksOf } from './wave-peaks.ts'

test('loud and quiet parts, against the loudest', () => {
  const samples = Float32Array.from({ length: 400 }, (_, index) => (index < 200 ? 0.1 : 0.4) * (index % 2 ? 1 : -1))
  expect(peaksOf(samples, 4).map((peak) => Number(peak.toFixed(2)))).toEqual([0.25, 0.25, 1, 1])
})

test('silence and next to nothing are flat', () => {
  expect(peaksOf(new Float32Array(100), 3)).toEqual([0, 0, 0])
  expect(peaksOf(new Float32Array(0), 2)).toEqual([0, 0])
  expect(peaksOf(Float32Array.of(0.5), 2)).toEqual([1, 0])
})
