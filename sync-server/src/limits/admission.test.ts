import { expect, test } from 'vitest'
import { kindOf } from './admission.ts'

test.each([
  ['GET', '/tickets', 'read'],
  ['HEAD', '/contacts/018f', 'read'],
  ['POST', '/queries/ticket.window', 'read'],
  ['POST', '/queries', 'read'],
  ['POST', '/mutations', 'write'],
  ['PUT', '/tickets/018f', 'write'],
  ['GET', '/shapes/tickets', 'snapshot'],
  ['POST', '/shapes/changes', 'live'],
  ['GET', '/media/00ff', 'file'],
  ['POST', '/uploads', 'upload'],
  ['PATCH', '/uploads/00ff-11', 'upload'],
  ['POST', '/queue/018f/media-upload', 'upload'],
  ['POST', '/files/uploadList/018f', 'upload'],
  ['POST', '/contacts/import-sheet', 'import'],
  ['POST', '/contact-lists/018f/upload', 'import'],
  ['POST', '/uploadsomething', 'write'],
])('%s %s is %s', (method, path, kind) => {
  expect(kindOf(method, path)).toBe(kind)
})

test('a shape that waits is live', () => {
  expect(kindOf('GET', '/shapes/tickets', { isLive: true })).toBe('live')
})

test('first rows are a snapshot whatever the address says', () => {
  expect(kindOf('POST', '/shapes/first', { isLive: true })).toBe('snapshot')
})

test('a message is an upload when it brings files', () => {
  const kinds = [false, true].map((hasFiles) => kindOf('POST', '/messages/018f', { hasFiles }))
  expect(kinds).toEqual(['write', 'upload'])
})
