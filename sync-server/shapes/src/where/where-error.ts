/** A clause that is not understood or not supported. `position` counts from 1, as Postgres does; the message from 0, as Electric does. */
export class WhereError extends Error {
  readonly position: number
  constructor(message: string, position: number) {
    super(`At location ${position - 1}: ${message}`)
    this.position = position
  }
}
