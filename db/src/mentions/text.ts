// Mentions in a text: a colleague stands in it by id, so that they are shown by the name that they have now. What people type and read has
// names; what is stored has ids. Pure.

/** A colleague as a text names them. */
export interface Named {
  id: string
  name: string
}

const token = /@\[([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\]/gi

const tokenOf = (userId: string) => `@[${userId}]`

/** Ids of those whom a stored text mentions, each once. */
export function mentionedIn(stored: string): string[] {
  return [...new Set([...stored.matchAll(token)].map(([, id = '']) => id.toLowerCase()))]
}

export type TextPart = { kind: 'text'; text: string } | { kind: 'mention'; userId: string }

/** A stored text in its parts, in order; none is empty. */
export function partsOf(stored: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const addText = (to: number) => {
    if (to > end) parts.push({ kind: 'text', text: stored.slice(end, to) })
  }
  for (const match of stored.matchAll(token)) {
    addText(match.index)
    parts.push({ kind: 'mention', userId: (match[1] ?? '').toLowerCase() })
    end = match.index + match[0].length
  }
  addText(stored.length)
  return parts
}

/** A stored text as it is read, where it can be nothing but text. */
export function withNames(stored: string, nameOf: (userId: string) => string): string {
  return partsOf(stored)
    .map((part) => (part.kind === 'text' ? part.text : `@${nameOf(part.userId)}`))
    .join('')
}

export interface Place extends Named {
  start: number
  end: number
}

/**
 * Where a text that somebody types names a colleague: `@` and the name as it is written, at the beginning of a word and up to the end of
 * one. Of two names that both fit it is the longer one.
 */
export function placesOf(typed: string, people: readonly Named[]): Place[] {
  const longestFirst = people.toSorted((a, b) => b.name.length - a.name.length)
  const places: Place[] = []
  for (let at = typed.indexOf('@'); at !== -1; at = typed.indexOf('@', at + 1)) {
    if (isInWord(typed, at)) continue
    const found = longestFirst.find(({ name }) => name !== '' && isNamedAt(typed, at + 1, name))
    if (!found) continue
    const end = at + 1 + found.name.length
    places.push({ ...found, start: at, end })
    at = end - 1
  }
  return places
}

const isNamedAt = (typed: string, start: number, name: string) =>
  typed.startsWith(name, start) && !letter.test(characterAt(typed, start + name.length))

const letter = /^[\p{L}\p{N}\p{M}_]/u

const characterAt = (text: string, at: number) => String.fromCodePoint(text.codePointAt(at) ?? 0x20)

/** An address has an `@` too. */
const isInWord = (typed: string, at: number) => at > 0 && letter.test(typed.charAt(at - 1))

/** What somebody typed, as it is stored. */
export function withIds(typed: string, people: readonly Named[]): string {
  let [stored, end] = ['', 0]
  for (const place of placesOf(typed, people)) {
    stored += typed.slice(end, place.start) + tokenOf(place.id)
    end = place.end
  }
  return stored + typed.slice(end)
}

/** Behind the last `@` before the caret, which begins a word: what somebody is looked for by. Null: nobody is. */
export function mentionTermAt(text: string, caret: number): { start: number; term: string } | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (caret <= 0 || start === -1 || isInWord(text, start)) return null
  const term = text.slice(start + 1, caret)
  return term.length <= longestTerm && !/[\n@]|^\s/.test(term) ? { start, term } : null
}

/** A name has spaces, but what goes on for long is a sentence. */
const longestTerm = 50

/** Names by which each is told from the others: who shares theirs has the beginning of the e-mail beside it. */
export function distinctNames<T extends Named & { email: string }>(people: readonly T[]): T[] {
  const count = Map.groupBy(people, ({ name }) => name)
  return people.map((person) =>
    (count.get(person.name)?.length ?? 0) > 1
      ? { ...person, name: `${person.name} (${person.email.split('@')[0]})` }
      : person,
  )
}
