/** Text with `inserted` in the place of what is selected, and where the caret is then. Pure. */
export function insertText(text: string, inserted: string, selection: { start: number; end: number }) {
  const start = Math.min(selection.start, text.length)
  const end = Math.min(Math.max(selection.end, start), text.length)
  return { text: text.slice(0, start) + inserted + text.slice(end), caret: start + inserted.length }
}
