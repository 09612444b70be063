// A Postgres whose write-ahead log begins at a position of the test's choosing, as one that has run for long or was reset has it. The
// embedded package brings no pg_resetwal, so that what it does is done here: the control file names a checkpoint at that position, and the log
// is one segment with nothing but that checkpoint. For a server that was stopped properly; little-endian, Postgres 18.
import { chown, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const segmentBytes = 16 * 1024 * 1024
const blockBytes = 8192
/** Of a segment's first page. */
const longHeader = 40
const recordHeader = 24
/** In front of a record's data: its kind, and its length in one byte. */
const dataHeader = 2
const shortData = 255

/** In the control file. */
const at = { timeline: 48, checkPoint: 32, copy: 40 } as const

/** `lsn` is taken down to the beginning of its segment. @throws Error for a folder that is not as Postgres 18 leaves it. */
export async function beginLogAt(dataFolder: string, lsn: bigint) {
  const controlFile = join(dataFolder, 'global', 'pg_control')
  const walFolder = join(dataFolder, 'pg_wal')
  const control = await readFile(controlFile)
  const crcAt = crcOffset(control)
  const timeline = control.readUInt32LE(at.timeline)
  const last = control.readBigUInt64LE(at.checkPoint)
  const segment = await readFile(join(walFolder, segmentName(timeline, last)))
  const dataBytes = segment.readUInt32LE(Number(last % BigInt(segmentBytes))) - recordHeader - dataHeader

  const start = lsn - (lsn % BigInt(segmentBytes))
  const checkPoint = start + BigInt(longHeader)
  control.writeBigUInt64LE(checkPoint, at.checkPoint)
  // Where recovery would begin.
  control.writeBigUInt64LE(checkPoint, at.copy)
  control.writeUInt32LE(crc32c(control.subarray(0, crcAt)), crcAt)

  const first = Buffer.alloc(segmentBytes)
  segment.copy(first, 0, 0, longHeader)
  first.writeBigUInt64LE(start, 8)
  // A long header, and nothing of a record that began before it.
  first.writeUInt16LE(2, 2)
  first.writeUInt32LE(0, 16)
  checkPointRecord(control.subarray(at.copy, at.copy + dataBytes)).copy(first, longHeader)

  const { uid, gid } = await stat(controlFile)
  for (const name of await readdir(walFolder)) if (/^[\dA-F]{24}/.test(name)) await rm(join(walFolder, name))
  const path = join(walFolder, segmentName(timeline, start))
  await writeFile(path, first, { mode: 0o600 })
  await chown(path, uid, gid)
  await writeFile(controlFile, control)
}

/** Of a shutdown: the first kind of the first resource manager, by no transaction, after nothing. */
function checkPointRecord(data: Buffer): Buffer {
  const record = Buffer.alloc(recordHeader + dataHeader + data.length)
  record.writeUInt32LE(record.length, 0)
  record.writeUInt8(shortData, recordHeader)
  record.writeUInt8(data.length, recordHeader + 1)
  data.copy(record, recordHeader + dataHeader)
  const crcAt = recordHeader - 4
  record.writeUInt32LE(crc32c(Buffer.concat([record.subarray(recordHeader), record.subarray(0, crcAt)])), crcAt)
  return record
}

function segmentName(timeline: number, lsn: bigint): string {
  const parts = [BigInt(timeline), lsn >> 32n, (lsn & 0xffff_ffffn) / BigInt(segmentBytes)]
  return parts.map((part) => part.toString(16).toUpperCase().padStart(8, '0')).join('')
}

/** The checksum is the control file's last field, and the rest of its block is empty. */
function crcOffset(control: Buffer): number {
  let length = blockBytes
  while (length > 0 && control[length - 1] === 0) length--
  for (let offset = length - 4; offset <= length; offset++) {
    if (offset % 4 === 0 && crc32c(control.subarray(0, offset)) === control.readUInt32LE(offset)) return offset
  }
  throw new Error('a control file whose checksum is not its last field')
}

const table = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1
  return crc >>> 0
})

/** Castagnoli's, which Node has not. */
function crc32c(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}
