// What happened to the names and sizes of the database's files, a line each, behind the state that it happened to. Two files take turns: the state is
// written anew into the one that is not in use, so that whenever a worker ends one of them is whole. Invariant: a change is written before it counts.
import { FileError, writeAll, type Handle } from './handle.ts'

/** Changes may be as long as the state, and this many bytes more, before the state is written anew. */
const slack = 64 * 1024

interface Head<State> {
  /** The higher one is in use. */
  turn: number
  state: State
}

interface Part<State> {
  handle: Handle
  head: Head<State>
  /** Bytes. */
  headSize: number
  lines: string[]
  /** Bytes that are whole lines. */
  size: number
}

export class Journal<State, Change> {
  readonly found: { state: State; changes: Change[] } | undefined
  readonly #handles: readonly [Handle, Handle]
  #handle: Handle
  #turn = 0
  #stateSize = 0
  #size = 0

  /** @throws SyntaxError, FileError EINVAL when both are damaged. */
  constructor(handles: readonly [Handle, Handle]) {
    this.#handles = handles
    this.#handle = handles[0]
    const parts = handles.map((handle) => readPart<State>(handle))
    const [part] = parts.filter((one) => one !== undefined).toSorted((a, b) => b.head.turn - a.head.turn)
    if (!part) {
      if (handles.some((handle) => handle.getSize() > 0)) throw new FileError('EINVAL', 'journal')
      return
    }
    this.found = { state: part.head.state, changes: part.lines.map((line) => JSON.parse(line) as Change) }
    this.#handle = part.handle
    this.#turn = part.head.turn
    this.#stateSize = part.headSize
    this.#size = part.size
    // A line that the end of a worker cut off happened to nobody.
    part.handle.truncate(part.size)
  }

  /** @throws FileError ENOSPC: then it did not happen. */
  append(change: Change): void {
    const line = encode(change)
    try {
      writeAll(this.#handle, line, this.#size)
    } catch (error) {
      this.#handle.truncate(this.#size)
      throw error
    }
    this.#size += line.length
  }

  /** @throws FileError ENOSPC: then all is as it was. */
  rewrite(state: State): void {
    const before = this.#handle
    const [next] = this.#handles.filter((handle) => handle !== before)
    if (!next) throw new FileError('EBADF', 'journal')
    const head = encode({ turn: this.#turn + 1, state } satisfies Head<State>)
    next.truncate(0)
    writeAll(next, head, 0)
    next.flush()
    this.#handle = next
    this.#turn += 1
    this.#stateSize = head.length
    this.#size = head.length
    // What has been left behind must not be found.
    before.truncate(0)
  }

  /** As long as there is room for it. */
  rewriteWhenLong(state: () => State): void {
    if (this.#size <= 2 * this.#stateSize + slack) return
    try {
      this.rewrite(state())
    } catch (error) {
      if (!(error instanceof FileError)) throw error
    }
  }
}

const encoder = new TextEncoder()
const encode = (value: unknown) => encoder.encode(`${JSON.stringify(value)}\n`)

/** Undefined when not even its head is whole. */
function readPart<State>(handle: Handle): Part<State> | undefined {
  const bytes = new Uint8Array(handle.getSize())
  handle.read(bytes, { at: 0 })
  const size = bytes.lastIndexOf(10) + 1
  if (size === 0) return undefined
  const [first = '', ...lines] = new TextDecoder().decode(bytes.subarray(0, size - 1)).split('\n')
  return { handle, head: JSON.parse(first) as Head<State>, headSize: bytes.indexOf(10) + 1, lines, size }
}
