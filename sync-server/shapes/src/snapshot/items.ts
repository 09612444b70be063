// A chunk of a snapshot as a file has it: an array of JSON with an item a line, so that items are found and left out without reading them.
//
//   [\n
//   item\n
//   ,item\n
//   ]
//
// An item that was erased is spaces (`blanked`), its comma too.

export const opening = Buffer.from('[\n')
export const lineEnd = Buffer.from('\n')
export const comma = Buffer.from(',')
export const closing = Buffer.from(']')

const lineBreak = 0x0a
const space = 0x20
const commaByte = 0x2c
const brackets = [0x5b, 0x5d]
const keyStart = Buffer.from('{"key":"')
const keyEnd = Buffer.from('","value":')

/** The item of a line, without its comma or what is in that place; null: there is none, or it was erased. */
function itemIn(line: Buffer): Buffer | null {
  const [first = 0, second] = line
  if (line.length === 0 || brackets.includes(first) || (first === space && second === space)) return null
  return first === commaByte || first === space ? line.subarray(1) : line
}

/** The name of the row that an item is; null: it is none. */
function keyOf(item: Buffer): string | null {
  if (item.compare(keyStart, 0, keyStart.length, 0, keyStart.length) !== 0) return null
  // Within a name quotes have a backslash before them.
  const end = item.indexOf(keyEnd)
  return end < 0 ? null : String(JSON.parse(item.toString('utf8', keyStart.length - 1, end + 1)))
}

/** A chunk without the rows that `isWanted` refuses, as it comes. */
export function filterItems(isWanted: (key: string) => boolean): TransformStream<Uint8Array, Uint8Array> {
  let rest = Buffer.alloc(0)
  let isFirst = true
  const kept = (line: Buffer): Buffer[] => {
    if (brackets.includes(line[0] ?? 0)) return [line, lineEnd]
    const item = itemIn(line)
    const key = item && keyOf(item)
    if (!item || (key !== null && !isWanted(key))) return []
    const parts = isFirst ? [item, lineEnd] : [comma, item, lineEnd]
    isFirst = false
    return parts
  }
  return new TransformStream({
    transform(bytes, controller) {
      const buffer =
        rest.length === 0 ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : Buffer.concat([rest, bytes])
      const parts: Buffer[] = []
      let at = 0
      for (let end = buffer.indexOf(lineBreak); end >= 0; end = buffer.indexOf(lineBreak, at)) {
        parts.push(...kept(buffer.subarray(at, end)))
        at = end + 1
      }
      rest = Buffer.from(buffer.subarray(at))
      if (parts.length > 0) controller.enqueue(new Uint8Array(Buffer.concat(parts)))
    },
    flush(controller) {
      const parts = kept(rest)
      if (parts.length > 0) controller.enqueue(new Uint8Array(Buffer.concat(parts)))
    },
  })
}

/** Where a chunk has to be spaces for rows that `isErased` names to be gone: their lines, and the comma of what then comes first. */
export function blanks(chunk: Buffer, isErased: (key: string) => boolean): { at: number; bytes: number }[] {
  const found: { at: number; bytes: number }[] = []
  let hasItem = false
  for (let at = 0; at < chunk.length;) {
    const next = chunk.indexOf(lineBreak, at)
    const end = next < 0 ? chunk.length : next
    const line = chunk.subarray(at, end)
    const item = itemIn(line)
    const key = item && keyOf(item)
    if (item && key !== null && isErased(key)) found.push({ at, bytes: line.length })
    else if (item) {
      if (!hasItem && line[0] === commaByte) found.push({ at, bytes: 1 })
      hasItem = true
    }
    at = end + 1
  }
  return found
}
