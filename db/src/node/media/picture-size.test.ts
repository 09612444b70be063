import * as fc from 'fast-check'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPreview, isShowable, pictureSize } from './picture-size.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function sizeOf(content: Uint8Array) {
  const path = join(folder, 'picture')
  await writeFile(path, content)
  return pictureSize(path)
}

const samples = new URL('../../../../whatsapp-worker/simulator/samples/', import.meta.url)
const still = (width: number, height: number) => ({ width, height, isAnimated: false })

const u16 = (value: number, big = false) => {
  const bytes = Buffer.alloc(2)
  if (big) bytes.writeUInt16BE(value)
  else bytes.writeUInt16LE(value)
  return bytes
}

function png(width: number, height: number, next = 'IDAT') {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n\0\0\0\rIHDR', 'latin1'),
    size,
    Buffer.from(`\b\x06\0\0\0${next}`, 'latin1'),
  ])
}

/** One whose first frame is of another size than its screen. */
function gif(screen: [number, number], frame: [number, number]) {
  const sides = ([width, height]: [number, number]) => [u16(width), u16(height)]
  const comment = Buffer.from('\x21\xFE\x03abc\0', 'latin1')
  return Buffer.concat([
    Buffer.from('GIF89a'),
    ...sides(screen),
    Buffer.from([0, 0, 0]),
    comment,
    Buffer.from([0x2c]),
    ...sides([0, 0]),
    ...sides(frame),
    Buffer.from([0]),
  ])
}

const jpeg = (...segments: Buffer[]) => Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments])
const segment = (marker: number, content: Uint8Array) =>
  Buffer.concat([Buffer.from([0xff, marker]), u16(content.length + 2, true), content])
const frame = (width: number, height: number) =>
  segment(0xc0, Buffer.concat([Buffer.from([8]), u16(height, true), u16(width, true), Buffer.from([3])]))

test('real pictures', async () => {
  const read = async (name: string) => sizeOf(await readFile(new URL(name, samples)))
  expect(await read('photo.jpg')).toEqual(still(800, 600))
  expect(await read('thumb.jpg')).toMatchObject({ isAnimated: false })
  expect(await read('sticker.webp')).toMatchObject({ isAnimated: false })
  expect(await read('receipt.pdf')).toBeNull()
})

test('the frame of a JPEG stands behind whatever cameras note', async () => {
  const notes = Array.from({ length: 50 }, () => segment(0xe1, Buffer.alloc(65_000)))
  expect(await sizeOf(jpeg(...notes, frame(4_000, 3_000)))).toEqual(still(4_000, 3_000))
  expect(
    await sizeOf(jpeg(...Array.from({ length: 2_000 }, () => segment(0xfe, Buffer.alloc(0))), frame(1, 1))),
  ).toBeNull()
})

test('bombs are no pictures to be shown, photographs are', async () => {
  const shown = async (content: Buffer) => {
    const size = await sizeOf(content)
    return size !== null && isShowable(size)
  }
  expect(await shown(png(8_000, 6_000))).toBe(true)
  expect(await shown(png(50_000, 50_000))).toBe(false)
  expect(await shown(png(60_000, 10))).toBe(false)
  expect(await shown(png(0, 10))).toBe(false)
  expect(await shown(png(8_000, 6_000, 'acTL'))).toBe(false)
  expect(await shown(gif([300, 200], [300, 200]))).toBe(true)
  expect(await shown(gif([10, 10], [65_535, 65_535]))).toBe(false)
  expect(await shown(gif([5_000, 5_000], [1, 1]))).toBe(false)
  expect(await shown(jpeg(frame(65_535, 65_535)))).toBe(false)
  const webp = Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0A\0\0\0\0\0\0\0\xFF\xFF\xFF\xFF\xFF\xFF', 'latin1')
  expect(await shown(webp)).toBe(false)
  expect(isPreview(still(640, 640))).toBe(true)
  expect(isPreview(still(8_000, 6_000))).toBe(false)
})

test('anything else, or a beginning of one, is read to its end', async () => {
  const beginnings = [
    png(9, 9),
    gif([9, 9], [9, 9]),
    jpeg(frame(9, 9)),
    Buffer.from('RIFF0000WEBPVP8 '),
    Buffer.from(''),
  ]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...beginnings),
      fc.nat(60),
      fc.uint8Array({ maxLength: 99 }),
      async (head, cut, rest) => {
        const size = await sizeOf(Buffer.concat([head.subarray(0, cut), rest]))
        expect(size === null || (Number.isInteger(size.width) && Number.isInteger(size.height))).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})
