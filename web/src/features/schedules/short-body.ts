const shownLetters = 25

/** As tables have room for it. */
export function shortBody(body: string): string {
  const letters = Array.from(body.replaceAll(/\s+/g, ' '))
  return letters.length > shownLetters ? `${letters.slice(0, shownLetters).join('').trimEnd()}…` : letters.join('')
}
