// Postgres takes neither NUL nor half a surrogate pair, and would refuse a message that holds one for ever.

/** The same value with clean texts, however deep they are. */
export function cleanTexts<T>(value: T): T {
  return cleaned(value) as T
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (Array.isArray(value)) return value.map(cleaned)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]))
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
