import { expect, test } from 'vitest'
import { receivedType } from './received-type.ts'

test.each([
  ['image', 'image/jpeg', { mediaType: 'image', mime: 'image/jpeg' }],
  ['sticker', 'image/webp', { mediaType: 'image', mime: 'image/webp' }],
  ['audio', 'audio/ogg; codecs=opus', { mediaType: 'audio', mime: 'audio/ogg; codecs=opus' }],
  ['audio', 'video/mp4', { mediaType: 'audio', mime: 'audio/mp4' }],
  ['video', 'video/mp4', { mediaType: 'video', mime: 'video/mp4' }],
  // A picture that was sent as a document stays one, and what is no picture is not shown as one.
  ['document', 'image/png', { mediaType: 'application', mime: 'image/png' }],
  ['image', 'application/octet-stream', { mediaType: 'application', mime: 'application/octet-stream' }],
] as const)('%s with the content of %s', (kind, sniffed, expected) => {
  expect(receivedType(kind, sniffed)).toEqual(expected)
})
