import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { formatFileSize } from './file-size.ts'

test.each([
  [1, '1 byte'],
  [1023, '1.023 bytes'],
  [1024, '1 kB'],
  [12.4 * 1024 ** 2, '12,4 MB'],
  [100 * 1024 ** 2, '100 MB'],
])('%d bytes are %s', (bytes, words) => {
  i18n.load('pt', {})
  i18n.activate('pt')
  expect(formatFileSize(bytes).replaceAll(/\s/g, ' ')).toBe(words)
})
