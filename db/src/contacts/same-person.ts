// Whether two contacts look like one person, as a suggestion to merge them. Pure; a person decides.
import { decomposed } from '../kit/sql/search-text.ts'
import { sameNumberVariants } from './number-variants.ts'

interface Named {
  name: string
  number: string | null
}

/** The number is the same but for the ninth digit, or the name is but for case, accents, signs and spaces. */
export function looksLikeSamePerson(a: Named, b: Named): boolean {
  const sameNumber = a.number !== null && b.number !== null && sameNumberVariants(a.number).includes(b.number)
  return sameNumber || (isName(a.name) && normalName(a.name) === normalName(b.name))
}

export function normalName(name: string): string {
  return decomposed(name)
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** One word, or a number in place of a name, is what many have. */
const isName = (name: string) => normalName(name).includes(' ') && /\p{L}/u.test(name)
