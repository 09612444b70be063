import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { assertUnpackable } from './unpacked-size.ts'

const megabyte = 1024 * 1024

/** A ZIP with one entry, which says that it unpacks to `says` bytes. */
function zip(content: Buffer, says = content.length): Buffer {
  const [name, packed] = [Buffer.from('xl/sharedStrings.xml'), deflateRawSync(content)]
  const common = (start: number[]) => {
    const head = Buffer.alloc(26)
    start.forEach((value, at) => head.writeUInt16LE(value, at * 2))
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(content), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(says, 18)
    head.writeUInt16LE(name.length, 22)
    return head
  }
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), common([20, 0]), name, packed])
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common([20, 0]), Buffer.alloc(14), name])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

test('what unpacks to some megabytes passes', async () => {
  await assertUnpackable(zip(Buffer.alloc(megabyte, 'a')))
  await assertUnpackable(Buffer.from('no ZIP at all'))
})

test('a bomb is refused whatever it says of its size', async () => {
  const bomb = Buffer.alloc(49 * megabyte, 'a')
  await expect(assertUnpackable(zip(bomb))).rejects.toThrow('too much to unpack')
  await expect(assertUnpackable(zip(bomb, 1000))).rejects.toThrow()
})

test('a broken one is refused', async () => {
  const whole = zip(Buffer.alloc(100, 'a'))
  await expect(assertUnpackable(whole.subarray(0, whole.length - 30))).rejects.toThrow()
  await expect(assertUnpackable(Buffer.from('PK'))).rejects.toThrow()
})
