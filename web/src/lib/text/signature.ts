// The writer's name above what they write to a customer. Pure.

/** `name` null: not signed. A file without words has nothing to sign. */
export function signed(text: string, name: string | null): string {
  const line = name === null ? '' : lineOf(name)
  return text === '' ? '' : line + text
}

/** What was written, of a text that may be signed. */
export function unsigned(text: string, name: string): string {
  const line = lineOf(name)
  return text.startsWith(line) ? text.slice(line.length) : text
}

function lineOf(name: string): string {
  // A star of the name would end the mark.
  const shown = name.replaceAll('*', '').trim()
  return shown === '' ? '' : `*${shown}:*\n`
}
