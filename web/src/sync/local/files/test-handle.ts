// A file in memory, as OPFS gives it to a worker; its room can be limited, and the worker can end in the middle of a write.
import type { Handle } from './handle.ts'

export class TestHandle implements Handle {
  #bytes: Uint8Array<ArrayBuffer>
  #size: number
  readonly #device: TestDevice

  constructor(device: TestDevice, content = new Uint8Array()) {
    this.#device = device
    this.#bytes = content
    this.#size = content.length
  }

  get content(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#size)
  }

  getSize(): number {
    return this.#size
  }

  read(buffer: AllowSharedBufferSource, { at = 0 }: { at?: number } = {}): number {
    const target = bytesOf(buffer)
    const found = this.#bytes.subarray(at, Math.min(this.#size, at + target.length))
    target.set(found)
    return found.length
  }

  write(buffer: AllowSharedBufferSource, { at = 0 }: { at?: number } = {}): number {
    const source = bytesOf(buffer)
    const allowed = this.#device.writes(source.length)
    this.#resize(Math.max(this.#size, at + allowed))
    this.#bytes.set(source.subarray(0, allowed), at)
    if (allowed < source.length) throw new DOMException('', 'QuotaExceededError')
    return source.length
  }

  truncate(size: number): void {
    if (this.#device.isDead) throw new Error('the worker has ended')
    this.#resize(size)
  }

  flush(): void {}

  close(): void {}

  #resize(size: number) {
    if (size > this.#bytes.length) {
      const bytes = new Uint8Array(2 * size)
      bytes.set(this.#bytes.subarray(0, this.#size))
      this.#bytes = bytes
    }
    if (size < this.#size) this.#bytes.fill(0, size, this.#size)
    this.#size = size
  }
}

/** What the files of one device share. */
export class TestDevice {
  /** Bytes that can be written still. */
  room = Number.POSITIVE_INFINITY
  /** Bytes after which the worker is gone. */
  life = Number.POSITIVE_INFINITY

  get isDead(): boolean {
    return this.life <= 0
  }

  /** How many of them. */
  writes(length: number): number {
    const allowed = Math.min(length, this.room, this.life)
    this.room -= allowed
    this.life -= allowed
    return allowed
  }
}

function bytesOf(buffer: AllowSharedBufferSource): Uint8Array {
  if (ArrayBuffer.isView(buffer)) return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength)
  return new Uint8Array(buffer)
}
