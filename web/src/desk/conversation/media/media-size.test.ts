import { expect, test } from 'vitest'
import { shownSize } from './media-size.ts'

test.each([
  ['a photo', 4000, 3000, 320, 240],
  ['an upright photo', 3000, 4000, 240, 320],
  ['a small picture', 200, 100, 200, 100],
  ['an icon', 16, 16, 96, 96],
  ['a banner is cut', 3000, 100, 320, 100],
  ['a strip is cut', 100, 3000, 96, 320],
  ['of unknown size', null, null, 320, 240],
] as const)('%s: %s × %s is shown as %s × %s', (_, width, height, shownWidth, shownHeight) => {
  const shown = shownSize(width, height)
  expect(shown.width).toBe(shownWidth)
  expect(Math.round(shown.width / Number(shown.aspectRatio))).toBe(shownHeight)
})
