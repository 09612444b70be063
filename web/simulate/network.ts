// A device's faulty network: real requests to the real server, of which some are lost, doubled, late, slow or cut, as steps
// told it. Invariant: it fails as fetch does, with a TypeError.
import { setTimeout as delay } from 'node:timers/promises'
import type { FaultKind, RequestKind } from './history.ts'

export interface Fault {
  on: RequestKind
  fault: FaultKind
  ms: number
}

export interface NetworkOptions {
  origin: string
  killServer(): void
  /** A fault came to pass. */
  onFault(fault: FaultKind | 'offline'): void
  /** It was cut, or is there again. */
  onCable(): void
}

type Send = (path: string, init: RequestInit) => Promise<Response>

export class Network {
  private readonly options: NetworkOptions
  private readonly planned: Fault[] = []
  /** Histories plan none for a screen's questions: what is planned befalls the next of them too, but for the end of the server. */
  private ofQuestion: Fault | undefined
  private readonly late: (() => Promise<unknown>)[] = []
  /** Aborted while offline. */
  private cable = new AbortController()

  constructor(options: NetworkOptions) {
    this.options = options
  }

  get isOnline() {
    return !this.cable.signal.aborted
  }

  plan(fault: Fault) {
    this.planned.push(fault)
    if (fault.fault !== 'server-dies') this.ofQuestion = fault
  }

  /** What was under way breaks off. */
  disconnect() {
    if (this.isOnline) this.options.onFault('offline')
    this.cable.abort(new TypeError('the network is gone'))
    this.options.onCable()
  }

  connect() {
    if (this.isOnline) return
    this.cable = new AbortController()
    this.options.onCable()
  }

  /** Late copies arrive now. */
  async deliver() {
    await Promise.allSettled(this.late.splice(0).map((send) => send()))
  }

  async heal() {
    this.planned.length = 0
    this.ofQuestion = undefined
    this.connect()
    await this.deliver()
  }

  readonly send: Send = async (path, init) => {
    if (!this.isOnline) throw new TypeError('no network')
    const fault = path === questions ? this.takeOfQuestion() : this.takePlanned(kindOf(path))
    if (!fault) return this.fetch(path, init)
    this.options.onFault(fault.fault)
    return this.faulty(fault, path, init)
  }

  private takePlanned(kind: RequestKind): Fault | undefined {
    const index = this.planned.findIndex(({ on }) => on === kind)
    return index < 0 ? undefined : this.planned.splice(index, 1)[0]
  }

  private takeOfQuestion(): Fault | undefined {
    const fault = this.ofQuestion
    this.ofQuestion = undefined
    return fault
  }

  private async faulty({ fault, ms }: Fault, path: string, init: RequestInit): Promise<Response> {
    const { signal: _, ...later } = init
    switch (fault) {
      case 'lose-request':
        throw new TypeError('the request was lost')
      case 'lose-answer':
        await (await this.fetch(path, init)).arrayBuffer()
        throw new TypeError('the answer was lost')
      case 'twice': {
        const copy = this.fetch(path, init).then((response) => response.arrayBuffer())
        const answer = this.fetch(path, init)
        await Promise.allSettled([copy, answer])
        return answer
      }
      case 'again-later':
        this.late.push(() => fetch(this.options.origin + path, later).then((response) => response.arrayBuffer()))
        return this.fetch(path, init)
      case 'late':
        this.late.push(() => fetch(this.options.origin + path, later).then((response) => response.arrayBuffer()))
        throw new TypeError('no answer in time')
      case 'cut': {
        const broken = new AbortController()
        void delay(ms).then(() => broken.abort(new TypeError('the connection broke')))
        return this.fetch(path, init, broken.signal)
      }
      case 'slow': {
        const response = await this.fetch(path, init)
        await delay(ms)
        return response
      }
      case 'server-dies':
        void delay(ms).then(() => this.options.killServer())
        return this.fetch(path, init)
    }
  }

  private fetch(path: string, init: RequestInit, ...also: AbortSignal[]): Promise<Response> {
    const signal = AbortSignal.any([this.cable.signal, ...also, ...(init.signal ? [init.signal] : [])])
    return fetch(this.options.origin + path, { ...init, signal })
  }
}

const questions = '/api/queries'

function kindOf(path: string): RequestKind {
  if (path === '/api/mutations') return 'push'
  if (path === '/api/shapes/changes') return 'live'
  return path.startsWith('/api/shapes/') ? 'read' : 'session'
}
