// CSV as Brazilian Excel opens it: semicolons, UTF-8 with its mark, CRLF. Invariant: no cell is read as a formula.
import { saveBlob } from '../media/save-blob.ts'

/** Rows of cells, the header first. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return '\uFEFF' + rows.map((row) => row.map(cellOf).join(';') + '\r\n').join('')
}

function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Hands it to the browser as a file. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  saveBlob(name, new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
}
