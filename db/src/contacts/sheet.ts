// A spreadsheet of contacts: which column is what, and what becomes of each row. Pure; for the server, which imports, and the screen, which asks.
import * as v from 'valibot'
import { decomposed } from '../kit/sql/search-text.ts'
import { contactColumns } from './mutations.ts'
import { sameNumberVariants } from './number-variants.ts'

export const maxSheetRows = 20_000
/** Bytes of the file. */
export const maxSheetSize = 5 * 1024 * 1024

const place = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(255))

/** The column of each field, from 0; null: the sheet has none. */
export const sheetMapping = v.strictObject({ name: place, number: place, email: v.nullable(place) })
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

export type RowProblem = 'name' | 'number' | 'email' | 'repeated'
export interface InvalidRow {
  /** As the spreadsheet counts, its header being row 1. */
  row: number
  problem: RowProblem
  /** What was found there. */
  text: string
}

export interface SheetContact {
  name: string
  number: string
  /** '' when the sheet says nothing. */
  email: string
}

/** What of the rows below the header can be taken in. A number that came before, in whatever form, is there once. */
export function readRows(rows: readonly (readonly string[])[], mapping: SheetMapping) {
  const good: SheetContact[] = []
  const invalid: InvalidRow[] = []
  const seen = new Set<string>()
  for (const [index, cells] of rows.entries()) {
    const text = (at: number | null) => (at === null ? '' : (cells[at] ?? '').toWellFormed().trim())
    const typed = { name: text(mapping.name), number: text(mapping.number), email: text(mapping.email) }
    if (Object.values(typed).every((cell) => cell === '')) continue
    const result = readRow(typed)
    const number = 'problem' in result ? '' : result.number
    const problem = 'problem' in result ? result.problem : seen.has(number) ? 'repeated' : null
    if (problem) invalid.push({ row: index + 2, problem, text: typed[problem === 'repeated' ? 'number' : problem] })
    else if (!('problem' in result)) {
      good.push(result)
      for (const each of sameNumberVariants(number)) seen.add(each)
    }
  }
  return { good, invalid }
}

function readRow(typed: SheetContact): SheetContact | { problem: SheetField } {
  const parsed = { ...typed }
  for (const field of ['name', 'number', 'email'] as const) {
    const result = v.safeParse(contactColumns[field], typed[field])
    // No database keeps a text with NUL.
    if (!result.success || typed[field].includes('\0')) return { problem: field }
    parsed[field] = result.output
  }
  return parsed
}

export interface ImportReport {
  created: number
  updated: number
  invalid: readonly InvalidRow[]
}

export interface SheetPreview {
  headers: readonly string[]
  /** The first ones. */
  rows: readonly (readonly string[])[]
  total: number
  guess: Record<SheetField, number | null>
}
