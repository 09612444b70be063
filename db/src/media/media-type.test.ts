import { expect, test } from 'vitest'
import { isPictureMime, asSound, isMediaType, mediaTypeOf } from './media-type.ts'

test.each([
  ['image/jpeg', 'image'],
  ['IMAGE/PNG', 'image'],
  ['video/mp4', 'video'],
  ['audio/ogg; codecs=opus', 'audio'],
  ['application/pdf', 'application'],
  // A picture by its name, a program by its content.
  ['image/svg+xml', 'application'],
  ['image/tiff', 'application'],
  ['text/html', 'application'],
  ['application/octet-stream', 'application'],
  ['', 'application'],
])('%s is sent as %s', (mime, type) => {
  expect(mediaTypeOf(mime)).toBe(type)
})

test('text and unsupported kinds carry no file', () => {
  expect(['image', 'application', 'chat', 'unsupported:poll'].map(isMediaType)).toEqual([true, true, false, false])
})

test('sound in a film’s container is sound', () => {
  expect(['video/mp4', 'audio/ogg', 'application/pdf'].map(asSound)).toEqual([
    'audio/mp4',
    'audio/ogg',
    'application/pdf',
  ])
})

test('PNG and JPEG are pictures that are shown everywhere', () => {
  const mimes = ['image/png', 'image/jpeg', 'image/gif', 'image/svg+xml', 'application/pdf', null]
  expect(mimes.filter(isPictureMime)).toEqual(['image/png', 'image/jpeg'])
})
