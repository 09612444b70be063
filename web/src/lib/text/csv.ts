// CSV as Brazilian Excel opens it: semicolons, UTF-8 with its mark, CRLF. Invariant: no cell is read as a formula.

/** Rows of cells, the header first. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return '\uFEFF' + rows.map((row) => row.map(cellOf).join(';') + '\r\n').join('')
}

function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Hands a text to the browser as a file. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
