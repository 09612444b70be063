// Cutting what somebody wrote. Pure. The work is bounded by what is kept, whatever the length of the text.

/** What people count as one character may be made of any number of units; more than this on average are not kept. */
const unitsPerCharacter = 16

/** Another measure than units that bounds what is kept. Every unit counts for one at least. */
interface Size {
  max: number
  of(segment: string): number
}

const segmenter = new Intl.Segmenter('pt', { granularity: 'grapheme' })

/**
 * The first `characters`, as people count them, and an ellipsis if there are more. Nothing that is seen as one is cut in two; only of
 * a first character that is too large by itself so many code points are kept as fit.
 */
export function cutText(text: string, characters: number, size: Size = unitsOf(characters)): string {
  const reach = text.slice(0, size.max + 1)
  const kept = fitting(segmenter.segment(reach), characters, size) || fitting(codePointsOf(reach), size.max, size)
  return kept.length === text.length ? text : `${kept.trimEnd()}…`
}

const unitsOf = (characters: number): Size => ({ max: characters * unitsPerCharacter, of: ({ length }) => length })

const codePointsOf = (text: string) => Array.from(text, (segment) => ({ segment }))

function fitting(segments: Iterable<{ segment: string }>, most: number, size: Size): string {
  let [kept, count, sum] = ['', 0, 0]
  for (const { segment } of segments) {
    sum += size.of(segment)
    if (count === most || sum > size.max) break
    kept += segment
    count++
  }
  return kept
}
