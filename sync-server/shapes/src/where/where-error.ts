/** A clause that is not understood or not supported. `position` counts from 1. */
export class WhereError extends Error {
  readonly position: number
  constructor(message: string, position: number) {
    super(`${message} at position ${position}`)
    this.position = position
  }
}
