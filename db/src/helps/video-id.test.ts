import { expect, test } from 'vitest'
import { videoId } from './video-id.ts'

test.each([
  ['dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  [' https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=3s ', 'dQw4w9WgXcQ'],
  ['https://youtu.be/dQw4w9WgXcQ?si=x', 'dQw4w9WgXcQ'],
  ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
  ['https://example.com/watch?v=dQw4w9WgXcQ', null],
  ['javascript:alert(1)', null],
  ['dQw4w9WgXc', null],
  ['', null],
])('%s is %s', (text, id) => {
  expect(videoId(text)).toBe(id)
})
