// How many pixels a picture has, from its first bytes: a file of some kilobytes may stand for gigabytes, and whoever shows it has to have room
// for all of them. Of JPEG, PNG, GIF and WebP, which are all that is shown as pictures.
// What is larger than is shown as a picture is a file to be saved.
// Invariant: whatever the file holds, only what stands before the first pixels is read, and it comes to an end.
import { open, type FileHandle } from 'node:fs/promises'

export interface PictureSize {
  width: number
  height: number
  /** It may have any number of frames of that size. */
  isAnimated: boolean
}

/** Beyond what most phones photograph, before WhatsApp makes it smaller. Decoded it takes 256 MB. */
const maxPixels = 64_000_000
/** Pixels in each frame of an animation, which is decoded again and again. */
const maxAnimatedPixels = 4_000_000
/** What graphics processors take. */
const maxSide = 16_384
/** WhatsApp's own small previews of pictures and people. */
const maxPreviewPixels = 1_000_000

export const isShowable = ({ width, height, isAnimated }: PictureSize) =>
  width > 0 &&
  height > 0 &&
  Math.max(width, height) <= maxSide &&
  width * height <= (isAnimated ? maxAnimatedPixels : maxPixels)

export const isPreview = (size: PictureSize) => isShowable(size) && size.width * size.height <= maxPreviewPixels

/** Room for what stands before the first frame of a GIF; the other kinds say it within some bytes. */
const headBytes = 64 * 1024

/** Null when it is none of these, or doesn't say. */
export async function pictureSize(path: string): Promise<PictureSize | null> {
  await using file = await open(path)
  const head = await readAt(file, 0, headBytes)
  return sizeOfPng(head) ?? sizeOfGif(head) ?? sizeOfWebp(head) ?? (await sizeOfJpeg(file, head))
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const begins = (head: Buffer, at: number, text: string) => head.toString('latin1', at, at + text.length) === text

function sizeOfPng(head: Buffer): PictureSize | null {
  if (!begins(head, 0, '\x89PNG\r\n\x1A\n') || !begins(head, 12, 'IHDR') || head.length < 24) return null
  return {
    width: head.readUInt32BE(16),
    height: head.readUInt32BE(20),
    isAnimated: head.includes('acTL', 24, 'latin1'),
  }
}

/** Browsers make the picture as large as its first frame, whatever its screen is said to be. */
function sizeOfGif(head: Buffer): PictureSize | null {
  if (!begins(head, 0, 'GIF8') || head.length < 13) return null
  const frame = firstFrame(head)
  if (!frame) return null
  const width = Math.max(head.readUInt16LE(6), frame.width)
  return { width, height: Math.max(head.readUInt16LE(8), frame.height), isAnimated: true }
}

function firstFrame(head: Buffer) {
  const flags = head[10] ?? 0
  const tableBytes = flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
  let at = 13 + tableBytes
  while (head[at] === 0x21) {
    // An extension: its kind, then blocks of so many bytes, the last of none.
    at += 2
    while (head[at]) at += 1 + (head[at] ?? 0)
    at += 1
  }
  if (head[at] !== 0x2c || head.length < at + 9) return null
  return {
    width: head.readUInt16LE(at + 1) + head.readUInt16LE(at + 5),
    height: head.readUInt16LE(at + 3) + head.readUInt16LE(at + 7),
  }
}

function sizeOfWebp(head: Buffer): PictureSize | null {
  if (!begins(head, 0, 'RIFF') || !begins(head, 8, 'WEBP') || head.length < 30) return null
  if (begins(head, 12, 'VP8X')) {
    const isAnimated = ((head[20] ?? 0) & 2) !== 0
    return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1, isAnimated }
  }
  if (begins(head, 12, 'VP8L')) {
    const bits = head.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, isAnimated: false }
  }
  if (!begins(head, 12, 'VP8 ')) return null
  return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff, isAnimated: false }
}

/** Segments before the frame's: previews, colour profiles, what cameras note. */
const maxSegments = 1_000
/** Markers between SOF0 and SOF15 that do not begin a frame. */
const notFrames = [0xc4, 0xc8, 0xcc]

async function sizeOfJpeg(file: FileHandle, head: Buffer): Promise<PictureSize | null> {
  if (!begins(head, 0, '\xFF\xD8')) return null
  let at = 2
  for (let count = 0; count < maxSegments; count++) {
    const segment = await readAt(file, at, 9)
    if (segment.length < 9 || segment[0] !== 0xff) return null
    const marker = segment[1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && !notFrames.includes(marker)) {
      return { width: segment.readUInt16BE(7), height: segment.readUInt16BE(5), isAnimated: false }
    }
    // Markers may be filled up with 0xFF.
    at += marker === 0xff ? 1 : 2 + segment.readUInt16BE(2)
  }
  return null
}
