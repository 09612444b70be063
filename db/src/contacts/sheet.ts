// A spreadsheet of contacts: which column is what, and what becomes of each row. Pure; for the server, which imports, and the screen, which asks.
import * as v from 'valibot'
import { decomposed } from '../kit/sql/search-text.ts'
import { contactColumns } from './columns.ts'
import { sameNumberVariants } from './number-variants.ts'
import { typedNumber, whatsAppNumber, type NumberPlace, type WhatsAppNumber } from './numbers.ts'
import { hasCountryCodes, readGivenNumber, readTypedNumber, type NumberReading } from './read-number.ts'

export const maxSheetRows = 20_000
/** Bytes of the file. */
export const maxSheetSize = 5 * 1024 * 1024

const columnIndex = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))

/** The column of each field, from 0; null: the sheet has none. */
export const sheetMapping = v.strictObject({ name: columnIndex, number: columnIndex, email: v.nullable(columnIndex) })
export type SheetMapping = v.InferOutput<typeof sheetMapping>
export type SheetField = keyof SheetMapping

const headers: Readonly<Record<SheetField, readonly string[]>> = {
  name: ['nome', 'name'],
  number: ['numero', 'number', 'telefone', 'celular', 'whatsapp', 'phone'],
  email: ['email', 'e-mail'],
}

/** By the headers, in any case, with or without accents; null where none tells. */
export function guessMapping(row: readonly string[]): Record<SheetField, number | null> {
  const folded = row.map((text) =>
    decomposed(text)
      .replaceAll(/\p{Mn}/gu, '')
      .trim()
      .toLowerCase(),
  )
  const find = (field: SheetField) => {
    const names = headers[field].map((name) => folded.indexOf(name)).filter((at) => at >= 0)
    return names[0] ?? null
  }
  return { name: find('name'), number: find('number'), email: find('email') }
}

/** area-code: the number has none. */
export type RowProblem = 'name' | 'number' | 'area-code' | 'email' | 'repeated'
export interface InvalidRow {
  /** As the spreadsheet counts, its header being row 1. */
  row: number
  problem: RowProblem
  /** What was found there. */
  text: string
}

export interface SheetContact {
  name: string
  number: WhatsAppNumber
  /** '' when the sheet says nothing, or no e-mail. */
  email: string
}

interface Of {
  place: NumberPlace
  /** Numbers that the company has already, of those that `bareNumbers` tells. */
  known: ReadonlySet<string>
}

const textAt = (cells: readonly string[], at: number | null) =>
  at === null ? '' : (cells[at] ?? '').toWellFormed().trim()

/** Digits alone, which may be as WhatsApp spells them. */
export const bareNumbers = (rows: readonly (readonly string[])[], { number }: SheetMapping): string[] => [
  ...new Set(rows.map((cells) => textAt(cells, number)).filter((text) => /^\d{5,15}$/.test(text))),
]

/**
 * What of the rows below the header can be taken in. A number that came before, in whatever form, is there once. Who has an e-mail that is none is
 * taken in without it, and told in `withoutEmail`.
 */
export function readRows(rows: readonly (readonly string[])[], mapping: SheetMapping, { place, known }: Of) {
  const good: SheetContact[] = []
  const invalid: InvalidRow[] = []
  const withoutEmail: InvalidRow[] = []
  const seen = new Set<string>()
  const read = hasCountryCodes(bareNumbers(rows, mapping), place) ? readGivenNumber : readTypedNumber
  const numberIn = (text: string): NumberReading =>
    known.has(text) ? { number: whatsAppNumber(text) } : read(typedNumber(text), place)
  for (const [index, cells] of rows.entries()) {
    const typed = {
      name: textAt(cells, mapping.name),
      number: textAt(cells, mapping.number),
      email: textAt(cells, mapping.email),
    }
    if (Object.values(typed).every((cell) => cell === '')) continue
    const row = index + 2
    const name = columnOf('name', typed.name)
    const reading = numberIn(typed.number)
    const email = columnOf('email', typed.email)
    if (name === null) invalid.push({ row, problem: 'name', text: typed.name })
    else if ('problem' in reading) {
      const problem = reading.problem === 'area-code' ? 'area-code' : 'number'
      invalid.push({ row, problem, text: typed.number })
    } else if (seen.has(reading.number)) invalid.push({ row, problem: 'repeated', text: typed.number })
    else {
      good.push({ name, number: reading.number, email: email ?? '' })
      if (email === null) withoutEmail.push({ row, problem: 'email', text: typed.email })
      for (const each of sameNumberVariants(reading.number)) seen.add(each)
    }
  }
  return { good, invalid, withoutEmail }
}

/** As it is kept; null: it is none. */
function columnOf(field: 'name' | 'email', text: string): string | null {
  const result = v.safeParse(contactColumns[field], text)
  // No database keeps a text with NUL.
  return result.success && !text.includes('\0') ? result.output : null
}

export interface ImportReport {
  created: number
  updated: number
  invalid: readonly InvalidRow[]
  /** Taken in all the same, without the e-mail that is none. */
  withoutEmail?: readonly InvalidRow[]
}

export interface SheetPreview {
  headers: readonly string[]
  /** The first ones. */
  rows: readonly (readonly string[])[]
  total: number
  guess: Record<SheetField, number | null>
}
