// One shape followed by Electric's own client. Rows, offset and handle are stored together after up-to-date batches, so that
// after a kill the next process goes on exactly there.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { FetchError, isChangeMessage, ShapeStream, type Message, type Offset } from '@electric-sql/client'
import type { FromClient } from './protocol.ts'
import { digestOf, type Row } from './rows.ts'
import { ShapeRows, Violation } from './shape-rows.ts'
import type { ShapeSpec } from './shape-spec.ts'

interface Saved {
  handle: string
  offset: Offset
  rows: [string, Row][]
}

/** ms between writes of the file, and how many times as long as writing it took: large shapes would write all the time. */
const savesEvery = 100
const savesTimes = 20
const movesEvery = 1000

export class Follower {
  private readonly spec: ShapeSpec
  private readonly file: string
  private readonly send: (message: FromClient) => void
  private readonly shape: ShapeRows
  private readonly stream: ShapeStream<Row>
  private readonly abort = new AbortController()
  private expected: { round: number; lsn: bigint; digest: string } | null = null
  private isReady = false
  private saving: NodeJS.Timeout | undefined
  private nextSaveAt = 0
  private movedAt = 0
  private status = 'nothing asked yet'

  constructor(url: string, spec: ShapeSpec, file: string, send: (message: FromClient) => void) {
    this.spec = spec
    this.file = file
    this.send = send
    const saved = load(file)
    this.shape = new ShapeRows(spec, saved?.rows ?? null)
    const { table, columns, where, params, replica } = spec
    this.stream = new ShapeStream<Row>({
      url,
      params: {
        table,
        replica,
        ...(columns && { columns: [...columns] }),
        ...(where !== null && { where, params: [...params] }),
      },
      ...(saved && { offset: saved.offset, handle: saved.handle }),
      signal: this.abort.signal,
      fetchClient: (input, init) => this.fetchUntyped(input, init),
      backoffOptions: { initialDelay: 50, maxDelay: 500, multiplier: 2 },
      onError: (error) => this.retry(error),
    })
    this.stream.subscribe(
      (messages) => this.take(messages),
      (error) => this.fail(`the stream ended: ${String(error)}`),
    )
  }

  stop() {
    this.abort.abort()
    clearTimeout(this.saving)
    rmSync(this.file, { force: true })
  }

  expect(round: number, lsn: string, digest: string) {
    this.expected = { round, lsn: BigInt(lsn), digest }
    this.check()
  }

  show() {
    const { rows, lsn, isAtRest } = this.shape
    const { id } = this.spec
    this.send({ kind: 'shown', id, rows: [...rows.values()], lsn: String(lsn), isAtRest, status: this.status })
  }

  private take(messages: Message<Row>[]) {
    if (this.abort.signal.aborted) return
    try {
      this.shape.take(messages)
    } catch (error) {
      this.fail(error instanceof Violation ? error.message : String(error))
      return
    }
    // Only ever alone.
    if (messages.some(({ headers }) => headers.control === 'must-refetch')) this.refetch()
    if (messages.some(isChangeMessage)) this.moved()
    if (!this.shape.isAtRest) return
    this.saveSoon()
    this.check()
  }

  private refetch() {
    this.isReady = false
    // The old handle is of no use to the next process.
    clearTimeout(this.saving)
    this.saving = undefined
    rmSync(this.file, { force: true })
    this.send({ kind: 'refetch', id: this.spec.id, handle: this.stream.shapeHandle ?? '' })
  }

  private moved() {
    if (!this.expected || Date.now() - this.movedAt < movesEvery) return
    this.movedAt = Date.now()
    this.send({ kind: 'moved', id: this.spec.id })
  }

  private check() {
    const { expected, shape } = this
    if (!expected || !shape.isAtRest || shape.lsn < expected.lsn) return
    this.expected = null
    const isEqual = digestOf(shape.rows.values()) === expected.digest
    this.send({ kind: 'checked', id: this.spec.id, round: expected.round, isEqual, lsn: String(shape.lsn) })
  }

  private saveSoon() {
    const wait = this.nextSaveAt - Date.now()
    if (wait <= 0) this.save()
    else this.saving ??= setTimeout(() => this.shape.isAtRest && this.save(), wait)
  }

  private save() {
    clearTimeout(this.saving)
    this.saving = undefined
    const begun = Date.now()
    const { shapeHandle: handle = '', lastOffset: offset } = this.stream
    const saved: Saved = { handle, offset, rows: [...this.shape.rows] }
    writeFileSync(`${this.file}.new`, JSON.stringify(saved))
    renameSync(`${this.file}.new`, this.file)
    const now = Date.now()
    this.nextSaveAt = now + Math.max(savesEvery, (now - begun) * savesTimes)
    if (this.isReady) return
    this.isReady = true
    this.send({ kind: 'ready', id: this.spec.id })
  }

  /** Without the types the client hands over Postgres' texts as they are. */
  private async fetchUntyped(input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> {
    const asked = String(input instanceof Request ? input.url : input).replace(/.*offset=/, 'offset=')
    this.status = `asking ${asked}`
    try {
      const response = await fetch(input, init)
      this.status = `${response.status} to ${asked}`
      if (!response.headers.has('electric-schema')) return response
      const headers = new Headers(response.headers)
      headers.set('electric-schema', '{}')
      return new Response(response.body, { status: response.status, headers })
    } catch (error) {
      this.status = `${String(error)} to ${asked}`
      throw error
    }
  }

  /** Whatever breaks is asked again; only what the engine refuses is not. */
  private retry(error: Error) {
    const isRefused = error instanceof FetchError && error.status >= 400 && error.status < 500
    if (!isRefused) return {}
    this.fail(`refused: ${error.message}`)
  }

  private fail(message: string) {
    if (this.abort.signal.aborted) return
    this.abort.abort()
    this.send({ kind: 'failed', id: this.spec.id, message })
  }
}

function load(file: string): Saved | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Saved
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
