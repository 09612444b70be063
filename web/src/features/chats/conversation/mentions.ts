// Calling members by name in a text that is being written. Pure.
import { foldText } from 'db/kit/sql/search-text.ts'

interface Named {
  id: string
  name: string
}

/** Begun mention at the caret: `@` at the start or after a space, and what of a name stands behind it. */
export function atTermAt(text: string, caret: number): { start: number; term: string } | null {
  const match = /(?<=^|\s)@([^@\n]{0,40})$/.exec(text.slice(0, caret))
  return match && { start: match.index, term: match[1] ?? '' }
}

/** Those whose name, or a later part of it, begins with what was written. */
export function membersLike<M extends Named>(members: readonly M[], term: string): M[] {
  const begun = foldText(term)
  return members.filter(({ name }) => {
    const folded = foldText(name)
    return folded.startsWith(begun) || (begun !== '' && folded.includes(` ${begun}`))
  })
}

/** Ids of those whom the text calls. The longest names first: "@Ana Lima" does not call an Ana. */
export function calledIn(text: string, members: readonly Named[]): string[] {
  const called: string[] = []
  let left = text
  for (const { id, name } of members.toSorted((a, b) => b.name.length - a.name.length)) {
    const without = left.replaceAll(`@${name}`, ' ')
    if (without !== left) called.push(id)
    left = without
  }
  return called
}
