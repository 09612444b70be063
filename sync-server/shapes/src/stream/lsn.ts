// Positions in the write-ahead log: Postgres prints X/Y in hexadecimal, the shape protocol takes the decimal number. They have 64 bits
// without a sign, more than a JavaScript number keeps exactly (2^53), so a position is a bigint wherever it is kept or compared.

/** Unsigned, 64 bits. */
export type Lsn = bigint

const high = 32n
const low = 0xffff_ffffn

/** Past every position that there can be. */
export const pastAll: Lsn = 2n ** 64n

/** From Postgres' X/Y; 0 for none. */
export function parseLsn(text: string | null | undefined): Lsn {
  const [upper = '0', lower = '0'] = (text ?? '0/0').split('/')
  return (BigInt(`0x${upper}`) << high) | BigInt(`0x${lower}`)
}

export const formatLsn = (lsn: Lsn) => `${(lsn >> high).toString(16)}/${(lsn & low).toString(16)}`.toUpperCase()

/** 8 bytes, big-endian. */
export const readLsn = (buffer: Buffer, at: number): Lsn => buffer.readBigUInt64BE(at)

export const writeLsn = (buffer: Buffer, lsn: Lsn, at: number) => buffer.writeBigUInt64BE(lsn, at)

export const laterOf = (a: Lsn, b: Lsn): Lsn => (a > b ? a : b)

export const earlierOf = (a: Lsn, b: Lsn): Lsn => (a < b ? a : b)

/**
 * A position in JSON: a number as long as that is exact, as every engine has written and read it, decimal digits past that.
 */
export type WrittenLsn = number | string

export const writtenLsn = (lsn: Lsn): WrittenLsn => (lsn <= Number.MAX_SAFE_INTEGER ? Number(lsn) : String(lsn))

/** @throws for what is no position. */
export const lsnOf = (written: WrittenLsn): Lsn => BigInt(written)
