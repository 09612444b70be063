// Keeps the server state in one JSON file. `touch` is called after every change; the write follows at most SAVE_DELAY_MS
// after the first of a burst and replaces the file by a rename, so that a kill at any moment leaves a whole file that is
// at most that old. A state so large that saving takes long is saved less often, lest the process do nothing else.

import { BufferJSON } from '@whiskeysockets/baileys'
import { createTurns } from 'db/kit/turns.ts'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { reportFailure } from './report-failure.ts'
import type { ServerState } from './server-state.ts'

const SAVE_DELAY_MS = 50

export async function readState(path: string): Promise<ServerState | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const state = JSON.parse(text, BufferJSON.reviver) as ServerState
  if (state.version !== 1) throw new Error(`${path}: unknown version, remove the file to start afresh`)
  return state
}

export class StateFile {
  readonly #path: string
  readonly #state: ServerState
  #timer: NodeJS.Timeout | undefined
  readonly #inTurn = createTurns()
  #lastSaveMs = 0
  #closed = false

  constructor(path: string, state: ServerState) {
    this.#path = path
    this.#state = state
  }

  touch() {
    if (this.#closed) return
    const delayMs = Math.max(SAVE_DELAY_MS, this.#lastSaveMs * 4)
    this.#timer ??= setTimeout(() => void this.save(), delayMs)
  }

  save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    return this.#inTurn(() => this.#write()).catch((error: unknown) => reportFailure('state not saved', error))
  }

  /** Saves for the last time: the file may belong to another simulator from then on. */
  close() {
    this.#closed = true
    return this.save()
  }

  async #write() {
    const started = performance.now()
    const temporary = `${this.#path}.tmp`
    await mkdir(dirname(this.#path), { recursive: true })
    await writeFile(temporary, JSON.stringify(this.#state, BufferJSON.replacer), { mode: 0o600 })
    await rename(temporary, this.#path)
    this.#lastSaveMs = performance.now() - started
  }
}
