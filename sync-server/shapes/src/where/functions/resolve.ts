// Which of several functions of one name Postgres takes, by the rules of its documentation ("Type Conversion"). `null` is the type of a string or
// NULL that has none yet.
import { categoryOf, isPreferred, isTakenFor } from './postgres-types.ts'

interface Candidate {
  args: readonly string[]
}

type Given = readonly (string | null)[]

/** Null where there is none, or Postgres can't tell which. */
export function resolve<One extends Candidate>(
  candidates: readonly One[],
  given: Given,
  isOperator: boolean,
): One | null {
  const wanted = isOperator ? sameAsOther(given) : given
  const exact =
    candidates.find(({ args }) => isSame(args, given)) ?? candidates.find(({ args }) => isSame(args, wanted))
  if (exact) return exact
  const possible = candidates.filter((one) => accepts(one, given))
  const [only] = possible
  return possible.length > 1 ? best(possible, given) : (only ?? null)
}

const isSame = (args: readonly string[], given: Given) =>
  args.length === given.length && args.every((type, index) => type === given[index])

const accepts = ({ args }: Candidate, given: Given) =>
  args.length === given.length && args.every((type, index) => isTakenFor(given[index] ?? null, type))

/** Beside an operator a string is first taken for what the other side is. */
function sameAsOther(given: Given): Given {
  const known = given.find((type) => type !== null) ?? null
  return given.map((type) => type ?? known)
}

function best<One extends Candidate>(candidates: readonly One[], given: Given): One | null {
  const matching = most(candidates, ({ args }) => count(args, (type, index) => type === given[index]))
  const preferring = most(matching, ({ args }) =>
    count(args, (type, index) => {
      const input = given[index] ?? null
      return input !== null && (type === input || (isPreferred(type) && categoryOf(type) === categoryOf(input)))
    }),
  )
  const unknown = given.flatMap((type, index) => (type === null ? [index] : []))
  if (preferring.length === 1 || unknown.length === 0) return onlyOf(preferring)
  const ofCategories = byCategories(preferring, unknown)
  if (ofCategories.length === 1) return onlyOf(ofCategories)
  const known = [...new Set(given.filter((type) => type !== null))]
  if (known.length !== 1) return null
  return onlyOf(ofCategories.filter((one) => accepts(one, sameAsOther(given))))
}

const onlyOf = <One>(items: readonly One[]) => (items.length === 1 ? (items[0] ?? null) : null)

const count = (args: readonly string[], test: (type: string, index: number) => boolean) => args.filter(test).length

function most<One>(items: readonly One[], score: (one: One) => number): readonly One[] {
  const scores = items.map(score)
  const highest = Math.max(...scores)
  return items.filter((_, index) => scores[index] === highest)
}

/** A string is taken for text where one of the functions takes text, else for the category that all of them take. */
function byCategories<One extends Candidate>(candidates: readonly One[], unknown: readonly number[]): readonly One[] {
  const choices = unknown.map((index) => {
    const types = candidates.map(({ args }) => args[index] ?? '')
    const found = new Set(types.map(categoryOf))
    const category = found.has('S') ? 'S' : found.size === 1 ? [...found][0] : undefined
    return { index, category, hasPreferred: types.some((type) => isPreferred(type) && categoryOf(type) === category) }
  })
  if (choices.some(({ category }) => category === undefined)) return candidates
  const kept = candidates.filter(({ args }) =>
    choices.every(({ index, category, hasPreferred }) => {
      const type = args[index] ?? ''
      return categoryOf(type) === category && (!hasPreferred || isPreferred(type))
    }),
  )
  return kept.length > 0 ? kept : candidates
}
