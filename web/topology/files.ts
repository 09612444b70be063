// Files that are sent while parts die: each goes in by whichever server has its turn, out to a phone by a worker, and is read again at the end.
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { newId } from 'db/kit/new-id.ts'
import type { Random } from 'db/node/random.ts'

/** ms; and how long an answer may take. */
const [pause, patience, lastPatience] = [[800, 3000], 8000, 60_000] as const
const sizes = [1_000, 200_000] as const

interface Login {
  email: string
  password: string
}

export class FileCourier {
  /** SHA-256 of what the server took. */
  readonly sent: string[] = []
  readonly #url: string
  readonly #login: Login
  readonly #random: Random
  /** Of a ticket that files may go to; null while there is none. */
  readonly #ticketId: () => Promise<string | null>
  #token = ''
  #isStopped = false
  readonly #work: Promise<void>

  constructor(url: string, login: Login, random: Random, ticketId: () => Promise<string | null>) {
    this.#url = url
    this.#login = login
    this.#random = random
    this.#ticketId = ticketId
    this.#work = this.#deliver()
  }

  /** No more files; the one that is under way arrives. */
  async stop() {
    this.#isStopped = true
    await this.#work
  }

  /** Those that can't be read again as they were sent. */
  async missing(): Promise<string[]> {
    const missing: string[] = []
    for (const hash of this.sent) {
      const answer = await this.#ask(`/api/media/${hash}`, {}, lastPatience)
      const bytes = answer?.ok ? Buffer.from(await answer.arrayBuffer()) : null
      if (!bytes || sha256(bytes) !== hash) missing.push(`${hash} (${answer?.status ?? 'no answer'})`)
    }
    return missing
  }

  async #deliver() {
    while (!this.#isStopped) {
      await delay(this.#random.int(...pause))
      const ticketId = await this.#ticketId().catch(() => null)
      if (ticketId) await this.#send(ticketId, randomBytes(this.#random.int(...sizes)))
    }
  }

  /** Again under the same key until it is answered; a ticket that was closed meanwhile takes none. */
  async #send(ticketId: string, content: Buffer<ArrayBuffer>) {
    const key = newId()
    for (;;) {
      const body = new FormData()
      body.set('medias', new Blob([content], { type: 'application/octet-stream' }), 'planilha.bin')
      const headers = { 'idempotency-key': key }
      const answer = await this.#ask(`/api/messages/${ticketId}`, { method: 'POST', body, headers })
      if (answer?.status === 201) this.sent.push(sha256(content))
      if (answer && answer.status < 500 && answer.status !== 401) return
      await delay(200)
    }
  }

  /** Null when there is no answer. */
  async #ask(path: string, init: RequestInit = {}, within: number = patience): Promise<Response | null> {
    try {
      this.#token ||= await this.#logIn()
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${this.#token}`)
      const answer = await fetch(this.#url + path, { ...init, headers, signal: AbortSignal.timeout(within) })
      if (answer.status === 401) this.#token = ''
      return answer
    } catch {
      return null
    }
  }

  async #logIn(): Promise<string> {
    const answer = await fetch(`${this.#url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.#url },
      body: JSON.stringify(this.#login),
      signal: AbortSignal.timeout(patience),
    })
    if (!answer.ok) throw new Error(`login answered ${answer.status}`)
    return ((await answer.json()) as { token: string }).token
  }
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
