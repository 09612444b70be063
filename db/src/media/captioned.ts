// A text and the files that it goes with, as messages. Pure.
import { mediaTypeOf } from './media-type.ts'

/** The messages, in their order: each file is one, and the text is the first one's caption. Sound has none: its text goes before it. */
export function captioned<File extends { mediaMime: string }>(
  body: string,
  files: readonly File[],
): { body: string; file?: File }[] {
  const [first, ...rest] = files
  if (!first) return [{ body }]
  const others = rest.map((file) => ({ body: '', file }))
  if (body !== '' && mediaTypeOf(first.mediaMime) === 'audio') return [{ body }, { body: '', file: first }, ...others]
  return [{ body, file: first }, ...others]
}
