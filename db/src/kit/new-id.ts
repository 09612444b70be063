import { v7 } from 'uuid'

/** UUIDv7: time-ordered, so that ids made on one device sort in the order of making. */
export function newId(): string {
  return v7()
}
