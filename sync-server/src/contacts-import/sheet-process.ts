// The process that reads a spreadsheet somebody uploaded: whatever is wrong with the file ends in here, with the memory that it took.
// In: the file's bytes on stdin, how many rows at most as argument; out: the first sheet's cells as text, as JSON on stdout.
// Ends with 1 when it is no spreadsheet, or becomes too large when it is unpacked.
import { read, utils } from '@e965/xlsx'
import { buffer } from 'node:stream/consumers'
import { assertUnpackable } from './unpacked-size.ts'

/** Columns that are read of each row: contacts need few, and a sheet has up to 16,384. */
const maxColumns = 64
const maxCell = 1000

const bytes = await buffer(process.stdin)
await assertUnpackable(bytes)
const book = read(bytes, {
  type: 'buffer',
  dense: true,
  sheetRows: Number(process.argv[2]),
  cellFormula: false,
  cellHTML: false,
  bookVBA: false,
})
const sheet = book.Sheets[book.SheetNames[0] ?? '']
const rows = sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '', blankrows: true }) : []
process.stdout.write(JSON.stringify(rows.map((row) => row.slice(0, maxColumns).map(textOf))))

/** A telephone number is a number to a spreadsheet: its digits count, not how it is shown. */
function textOf(cell: unknown): string {
  if (typeof cell === 'number') return Number.isInteger(cell) ? cell.toFixed(0) : String(cell)
  return typeof cell === 'string' ? cell.slice(0, maxCell) : ''
}
