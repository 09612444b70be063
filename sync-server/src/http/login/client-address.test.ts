import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressBlock, forwardedAddress } from './client-address.ts'

test.each([
  ['203.0.113.7', 1, '203.0.113.7'],
  ['1.1.1.1, 203.0.113.7', 1, '203.0.113.7'],
  ['1.1.1.1, 203.0.113.7, 10.0.0.2', 2, '203.0.113.7'],
  // Somebody went round the outer proxy: what they wrote themselves does not count.
  ['1.1.1.1, 203.0.113.7', 3, '203.0.113.7'],
  ['203.0.113.7:4711', 1, '203.0.113.7'],
  ['[2001:db8::7]:4711', 1, '2001:db8::7'],
  ['::ffff:203.0.113.7', 1, '203.0.113.7'],
  ['1.1.1.1, nobody', 1, undefined],
  ['', 1, undefined],
  ['203.0.113.7', 0, undefined],
  [undefined, 1, undefined],
])('%j behind %i proxies comes from %s', (header, hops, address) => {
  expect(forwardedAddress(header, hops)).toBe(address)
})

test('whatever a client writes, the entry that the trusted proxy added is taken', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.ipV4(), fc.string(), fc.constant(','))),
      fc.ipV4(),
      fc.integer({ min: 1, max: 4 }),
      (written, real, hops) => {
        const ours = Array.from({ length: hops - 1 }, (_, index) => `10.0.0.${index + 1}`)
        expect(forwardedAddress([...written, real, ...ours].join(', '), hops)).toBe(real)
      },
    ),
  )
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['unknown', 'unknown'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s is counted as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block)
})
