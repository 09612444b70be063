// The id that a row of the old database has here. It follows from the row alone, so that importing twice makes nothing twice. Pure.
import { createHash } from 'node:crypto'

/**
 * A UUIDv7 of the moment in which the row was made. Two installations whose ids run alike differ in that moment, to the millisecond.
 */
export function importedId(table: string, key: number | string, at: Date): string {
  const hash = createHash('sha256').update(`whaticket/${table}/${key}/${at.getTime()}`).digest('hex')
  const time = Math.max(0, at.getTime()).toString(16).padStart(12, '0').slice(-12)
  const variant = '89ab'[Number.parseInt(hash.slice(3, 4), 16) % 4]
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`
}
