// What customers write in this run: it says when.

const said = 'escrito em '

/** `at`: ms since 1970. */
export const textAt = (at: number, n: number) => `${said}${at.toFixed(1)} · ${n}`

/** ms since 1970; null for any other text. */
export function sentAtOf(body: unknown): number | null {
  return typeof body === 'string' && body.startsWith(said) ? Number.parseFloat(body.slice(said.length)) : null
}
