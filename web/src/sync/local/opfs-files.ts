// PGlite's OPFS files, with their sizes remembered. Postgres asks for a file's end whenever it plans or scans a table, several
// times a query, and asking OPFS costs up to a millisecond. Invariant: a file's entry goes with every call that may change it.
import { OpfsAhpFS } from '@electric-sql/pglite/opfs-ahp'

type Stats = ReturnType<OpfsAhpFS['lstat']>

export class OpfsFiles extends OpfsAhpFS {
  readonly #stats = new Map<string, Stats>()
  readonly #paths = new Map<number, string>()

  override open(path: string, flags?: string, mode?: number): number {
    const fd = super.open(path, flags, mode)
    this.#paths.set(fd, path)
    return fd
  }

  override close(fd: number): void {
    this.#paths.delete(fd)
    super.close(fd)
  }

  override fstat(fd: number): Stats {
    const path = this.#paths.get(fd)
    if (path === undefined) return super.fstat(fd)
    const stats = this.#stats.get(path) ?? this.lstat(path)
    this.#stats.set(path, stats)
    return stats
  }

  override write(fd: number, buffer: Uint8Array, offset: number, length: number, position: number): number {
    const path = this.#paths.get(fd)
    const known = path === undefined ? undefined : this.#stats.get(path)
    // Within the file its size stays.
    if (path !== undefined && (!known || position + length > known.size)) this.#stats.delete(path)
    return super.write(fd, buffer, offset, length, position)
  }

  override writeFile(
    path: string,
    data: string | Uint8Array,
    options?: { encoding?: string; mode?: number; flag?: string },
  ) {
    this.#stats.delete(path)
    super.writeFile(path, data, options)
  }

  override truncate(path: string, length?: number): void {
    this.#stats.delete(path)
    super.truncate(path, length)
  }

  override rename(oldPath: string, newPath: string): void {
    // A folder takes its files along.
    this.#stats.clear()
    super.rename(oldPath, newPath)
  }

  override unlink(path: string): void {
    this.#stats.delete(path)
    super.unlink(path)
  }

  override chmod(path: string, mode: number): void {
    this.#stats.delete(path)
    super.chmod(path, mode)
  }

  override utimes(path: string, accessed: number, modified: number): void {
    this.#stats.delete(path)
    super.utimes(path, accessed, modified)
  }
}
