// A keep-alive connection with one request at a time: as much of HTTP/1.1 as an engine's answers need. Node's own client costs about
// what the server under measure does; where both share a small machine's processors, half of a figure would be the client's.
import { createConnection, type Socket } from 'node:net'

export interface Answer {
  status: number
  /** Null when the answer has no such header. */
  header(name: string): string | null
  /** Empty when it was not to be kept. */
  body: Buffer
  bytes: number
}

/** What the next bytes are; `gap` is the line break after a chunk, `end` the one after the last. */
type State = 'head' | 'body' | 'size' | 'chunk' | 'gap' | 'end'

interface Pending {
  resolve(answer: Answer): void
  reject(error: Error): void
  keepBody: boolean
}

const patterns = new Map<string, RegExp>()
const none = Buffer.alloc(0)

export class Connection {
  private readonly port: number
  private socket: Socket | null = null
  private pending: Pending | null = null
  private state: State = 'head'
  private rest: Buffer = none
  private head = ''
  private remaining = 0
  private bytes = 0
  private parts: Buffer[] = []

  constructor(port: number) {
    this.port = port
  }

  /** @throws when the connection ends before the answer does. */
  get(path: string, { method = 'GET', keepBody = false } = {}): Promise<Answer> {
    // The server ends connections that were idle for long.
    if (!this.socket || this.socket.destroyed || this.socket.readableEnded) this.socket = this.connect()
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    this.pending = { resolve, reject, keepBody }
    this.socket.write(`${method} ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`)
    return promise
  }

  close() {
    this.pending = null
    this.socket?.destroy()
  }

  private connect(): Socket {
    const socket = createConnection({ port: this.port, host: '127.0.0.1', noDelay: true })
    const fail = (error: Error) => {
      if (socket !== this.socket) return
      this.pending?.reject(error)
      this.pending = null
    }
    socket.on('data', (data: Buffer) => this.take(data))
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('the server ended the connection')))
    this.state = 'head'
    this.rest = none
    return socket
  }

  private take(data: Buffer) {
    let left: Buffer | null = this.rest.length === 0 ? data : Buffer.concat([this.rest, data])
    this.rest = none
    while (left !== null && left.length > 0) {
      const next = this.step(left)
      if (next === null) this.rest = left
      left = next
    }
  }

  /** What is left of the data; null when more has to come first. */
  private step(data: Buffer): Buffer | null {
    switch (this.state) {
      case 'head':
        return this.takeLine(data, '\r\n\r\n', (head) => this.begin(head))
      case 'size':
        return this.takeLine(data, '\r\n', (size) => {
          this.remaining = Number.parseInt(size, 16)
          this.state = this.remaining === 0 ? 'end' : 'chunk'
        })
      case 'gap':
        return this.takeLine(data, '\r\n', () => {
          this.state = 'size'
        })
      case 'end':
        return this.takeLine(data, '\r\n', () => this.finish())
      case 'body':
      case 'chunk':
        return this.takeBody(data)
    }
  }

  private takeLine(data: Buffer, end: string, use: (line: string) => void): Buffer | null {
    const at = data.indexOf(end)
    if (at < 0) return null
    use(data.toString('latin1', 0, at))
    return data.subarray(at + end.length)
  }

  private takeBody(data: Buffer): Buffer {
    const part = data.subarray(0, this.remaining)
    this.remaining -= part.length
    this.bytes += part.length
    if (this.pending?.keepBody) this.parts.push(part)
    if (this.remaining === 0) {
      if (this.state === 'body') this.finish()
      else this.state = 'gap'
    }
    return data.subarray(part.length)
  }

  private begin(head: string) {
    this.head = head
    this.bytes = 0
    this.parts = []
    const length = headerIn(head, 'content-length')
    this.remaining = Number(length ?? 0)
    this.state = length === null ? 'size' : 'body'
    if (length === '0' || head.startsWith('HTTP/1.1 204')) this.finish()
  }

  private finish() {
    const { head, bytes, parts, pending } = this
    const body = parts.length === 1 ? (parts[0] ?? none) : Buffer.concat(parts)
    this.state = 'head'
    this.parts = []
    this.pending = null
    pending?.resolve({ status: Number(head.slice(9, 12)), header: (name) => headerIn(head, name), body, bytes })
  }
}

function headerIn(head: string, name: string): string | null {
  const pattern = patterns.get(name) ?? new RegExp(String.raw`\r\n${name}: *([^\r]*)`, 'i')
  patterns.set(name, pattern)
  return pattern.exec(head)?.[1] ?? null
}
