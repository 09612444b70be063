// How much of a long text is shown at once. Pure. A bubble of 64 KB would take the frames of half a second, and the screen of a minute.

interface Part {
  characters: number
  lines: number
}

/** At first, and with each time that more is asked for. */
const first: Part = { characters: 1_000, lines: 20 }
const more: Part = { characters: 4_000, lines: 100 }
/** So little is not worth a button. */
const rest: Part = { characters: 200, lines: 4 }

/** Where it ends when more was asked for `times` times; the text's length: nothing is left. */
export function shownEnd(text: string, times: number): number {
  const shown = sum(first, more, times)
  if (endOf(text, sum(shown, rest, 1)) === text.length) return text.length
  return border(text, endOf(text, shown))
}

const sum = (a: Part, b: Part, times: number): Part => ({
  characters: a.characters + times * b.characters,
  lines: a.lines + times * b.lines,
})

function endOf(text: string, { characters, lines }: Part): number {
  let at = -1
  for (let line = 0; line < lines; line++) {
    at = text.indexOf('\n', at + 1)
    if (at === -1 || at >= characters) return Math.min(characters, text.length)
  }
  return at
}

const wordLetters = 40
/** What belongs to the letter before it, or joins what is around it. */
const joined = /^[\p{M}\p{Emoji_Modifier}\u200D\uDC00-\uDFFF]/u

/** Before a word, if one begins shortly before; else between two characters. */
function border(text: string, end: number): number {
  const before = text.slice(end - wordLetters, end)
  const space = Math.max(before.lastIndexOf(' '), before.lastIndexOf('\n'))
  if (space !== -1 && /\S/.test(text[end] ?? '')) return end - wordLetters + space
  let at = end
  while (at - end < wordLetters && (joined.test(text.slice(at, at + 2)) || text[at - 1] === '\u200D')) at++
  return at
}
