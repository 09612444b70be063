// The thread that reads a spreadsheet somebody uploaded: whatever is wrong with the file is wrong in here only. In: the file's bytes and how many
// rows at most; out: the first sheet's cells as text.
import { read, utils } from '@e965/xlsx'
import { parentPort, workerData } from 'node:worker_threads'

const { bytes, most } = workerData as { bytes: Uint8Array; most: number }

const book = read(bytes, {
  type: 'buffer',
  dense: true,
  sheetRows: most,
  cellFormula: false,
  cellHTML: false,
  bookVBA: false,
})
const sheet = book.Sheets[book.SheetNames[0] ?? '']
const rows = sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: '', blankrows: true }) : []
parentPort?.postMessage(rows.map((row) => row.map(textOf)))

/** A telephone number is a number to a spreadsheet: its digits count, not how it is shown. */
function textOf(cell: unknown): string {
  if (typeof cell === 'number') return Number.isInteger(cell) ? cell.toFixed(0) : String(cell)
  return typeof cell === 'string' ? cell.slice(0, 1000) : ''
}
