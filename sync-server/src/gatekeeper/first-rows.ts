// The first rows of a shape that has few: read here page by page, as Electric's client would from far away.
import { positionQuery, type ShapeSource } from 'shapes/engine.ts'
import type { FetchShape } from './electric-changes.ts'

/** Who has more of it reads it by itself: compressed, in parts that can be gone on from. */
const mostBytes = 32 * 1024

export interface FirstRows {
  handle: string
  /** From where to go on. */
  offset: string
  /** JSON texts, each an array of the protocol's messages. */
  pages: readonly string[]
}

/** As far as they are few; null when not even the first page is, or there is none. */
export async function readFirstRows(
  fetchShape: FetchShape,
  source: ShapeSource,
  signal: AbortSignal,
): Promise<FirstRows | null> {
  let [rows, left] = [nowhere, mostBytes]
  for (;;) {
    const response = await fetchShape(positionQuery({ source, ...rows }), signal)
    const page = response.ok ? await textWithin(response, left) : await response.body?.cancel()
    const [handle, offset] = ['electric-handle', 'electric-offset'].map((name) => response.headers.get(name))
    if (!page || !handle || !offset || offset === rows.offset) return rows.pages.length > 0 ? rows : null
    rows = { handle, offset, pages: [...rows.pages, page] }
    if (response.headers.has('electric-up-to-date')) return rows
    left -= page.length
  }
}

/** A blank parameter is none. */
const nowhere: FirstRows = { handle: '', offset: '-1', pages: [] }

/** Undefined when it has more than `most` bytes. */
async function textWithin({ body }: Response, most: number): Promise<string | undefined> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > most) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
