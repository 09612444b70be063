// Positions in the write-ahead log: Postgres prints X/Y in hexadecimal, the shape protocol takes the decimal number. As a number a
// position is exact up to 2^53 bytes (9 PB) of WAL.

const high = 2 ** 32

export function parseLsn(text: string | null | undefined): number {
  const [upper = '0', lower = '0'] = (text ?? '0/0').split('/')
  return Number.parseInt(upper, 16) * high + Number.parseInt(lower, 16)
}

export const formatLsn = (lsn: number) =>
  `${Math.floor(lsn / high).toString(16)}/${(lsn % high).toString(16)}`.toUpperCase()

/** 8 bytes, big-endian. */
export const readLsn = (buffer: Buffer, at: number) => buffer.readUInt32BE(at) * high + buffer.readUInt32BE(at + 4)

export function writeLsn(buffer: Buffer, lsn: number, at: number) {
  buffer.writeUInt32BE(Math.floor(lsn / high), at)
  buffer.writeUInt32BE(lsn % high, at + 4)
}
