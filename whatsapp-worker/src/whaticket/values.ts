// A row's values, whatever database and fork it comes from: numbers as texts, flags as numbers, JSON as text. Pure.
// Invariant: what is read can be stored: no NUL, whole characters, no longer than asked for.
import { ToldError } from 'db/kit/told-error.ts'
import type { Row } from './source.ts'

/** '' when there is nothing. */
export function text(row: Row, column: string, most = 4_096): string {
  const value = row[column]
  const found = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return found.replaceAll('\0', '').slice(0, most).toWellFormed()
}

export function whole(row: Row, column: string): number | null {
  const value = row[column]
  if (value === null || value === undefined || value === '') return null
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}

export const flag = (row: Row, column: string): boolean => [true, 1, '1', 'true', 't'].includes(row[column] as never)

export function moment(row: Row, column: string): Date | null {
  const value = row[column]
  if (!(value instanceof Date) && typeof value !== 'string') return null
  const at = new Date(value)
  const year = at.getUTCFullYear()
  return year >= 1970 && year <= 2200 ? at : null
}

/** JSON that came as text or as a value; null when it is none. */
export function json(row: Row, column: string): unknown {
  const value = row[column]
  if (typeof value !== 'string') return value ?? null
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** A row without an id is none. @throws Unreadable */
export function idOf(row: Row, column = 'id'): number {
  const found = whole(row, column)
  if (found === null) throw new Unreadable(`no ${column}`)
  return found
}

/** When it was made: part of its id here. */
export function madeAt(row: Row): Date {
  const at = moment(row, 'createdAt')
  if (!at) throw new Unreadable('no createdAt')
  return at
}

/** A row that cannot be taken over; the message says why and nothing that somebody wrote. */
export class Unreadable extends ToldError {}
