// Between the change stream and who takes its messages: one that has to be worked on first keeps the later ones back, in their order.

export interface GateOptions {
  /** Not null: no later message before it resolves. */
  take(message: Buffer): Promise<void> | null
  /** The stream brings no more, or goes on. */
  pause(): void
  resume(): void
  onFailure(error: unknown): void
}

export class Gate {
  private readonly options: GateOptions
  private held: Buffer[] = []
  private closed = false
  private isOver = false

  constructor(options: GateOptions) {
    this.options = options
  }

  /** Whether everything that came was taken. */
  get isOpen() {
    return !this.closed
  }

  take(message: Buffer) {
    // A copy: the driver uses its buffer again.
    if (this.closed) this.held.push(Buffer.from(message))
    else this.pass(message)
  }

  /** What is held comes again, in another stream. */
  end() {
    this.isOver = true
    this.held = []
  }

  private pass(message: Buffer) {
    const work = this.options.take(message)
    if (!work) return
    this.closed = true
    this.options.pause()
    work.then(
      () => this.open(),
      (error: unknown) => this.isOver || this.options.onFailure(error),
    )
  }

  private open() {
    if (this.isOver) return
    this.closed = false
    const waiting = this.held
    this.held = []
    try {
      for (const message of waiting) this.take(message)
    } catch (error) {
      return this.options.onFailure(error)
    }
    if (this.isOpen) this.options.resume()
  }
}
