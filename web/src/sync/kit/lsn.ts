// Positions in Postgres' log, as they are written in headers, answers and entries.

/** Decimal, or Postgres' own X/Y. */
export function lsnIn(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  const [high, low] = value.split('/')
  if (low === undefined) return BigInt(value)
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
