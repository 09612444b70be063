// A file of the device's own, read and written without waiting; as OPFS gives it to a worker.
import { ERRNO_CODES } from '@electric-sql/pglite/basefs'

export type Handle = Pick<FileSystemSyncAccessHandle, 'close' | 'flush' | 'getSize' | 'read' | 'truncate' | 'write'>

/** WASI's number for a full disk, which PGlite does not name. */
const noSpace = 51

const numbers = { ...ERRNO_CODES, ENOSPC: noSpace }

/** What Postgres is told by a number: `code` is WASI's. */
export class FileError extends Error {
  readonly code: number

  constructor(name: keyof typeof numbers, path: string, options?: ErrorOptions) {
    super(`${name}: ${path}`, options)
    this.code = numbers[name]
  }
}

/** @throws FileError ENOSPC: the browser gives the device no more room, and then part of it may have been written. */
export function writeAll(handle: Handle, bytes: Uint8Array<ArrayBuffer>, at: number): void {
  let written: number
  try {
    written = handle.write(bytes, { at })
  } catch (error) {
    throw new FileError('ENOSPC', 'the database', { cause: error })
  }
  if (written < bytes.length) throw new FileError('ENOSPC', 'the database')
}
