// PGlite's files in one file of OPFS, and a journal of where in it each of them lies. PGlite by itself keeps one OPFS file for each of Postgres', and opens all
// six hundred of them, and a hundred more, at each start. Invariants: what Postgres was told that it happened is found by the next worker,
// however this one ends; what fails for want of room has not happened.
import { BaseFilesystem, type FsStats } from '@electric-sql/pglite/basefs'
import { blockSize, blocksOf } from './blocks.ts'
import { FileTree, grow, shrink, type Change, type FileNode, type StoredTree } from './file-tree.ts'
import { FileError, writeAll, type Handle } from './handle.ts'
import { Journal } from './journal.ts'

export interface OpfsHandles {
  blocks: Handle
  journal: readonly [Handle, Handle]
}

const modes = { folder: 0o40_000, file: 0o100_000 }
const zeros = new Uint8Array(8 * blockSize)

export class OpfsFiles extends BaseFilesystem {
  readonly #handles: OpfsHandles
  readonly #journal: Journal<StoredTree, Change>
  readonly #tree: FileTree
  readonly #open = new Map<number, FileNode>()
  #nextFd = 1
  #closed = false

  /** @throws FileError, SyntaxError when they are damaged. */
  constructor(handles: OpfsHandles) {
    super()
    this.#handles = handles
    this.#journal = new Journal(handles.journal)
    const found = this.#journal.found
    if (!found && handles.blocks.getSize() > 0) throw new FileError('EINVAL', 'blocks without journal')
    this.#tree = new FileTree(found?.state, found?.changes)
    if (!found) this.#journal.rewrite(this.#tree.toJSON())
    // What is nobody's at the end is the device's again.
    const end = this.#tree.end * blockSize
    if (handles.blocks.getSize() > end) handles.blocks.truncate(end)
  }

  override async syncToFs(relaxedDurability = false): Promise<void> {
    // PGlite asks once more after it has closed them.
    if (this.#closed) return
    this.#journal.rewriteWhenLong(() => this.#tree.toJSON())
    if (relaxedDurability) return
    for (const handle of this.#all()) handle.flush()
  }

  override async closeFs(): Promise<void> {
    this.#closed = true
    for (const handle of this.#all()) handle.close()
    this.pg?.Module.FS.quit()
  }

  open(path: string): number {
    const file = this.#tree.findFile(path)
    const fd = this.#nextFd++
    this.#open.set(fd, file)
    this.#tree.opened(file)
    return fd
  }

  close(fd: number): void {
    const file = this.#fileOf(fd)
    this.#open.delete(fd)
    this.#tree.closed(file)
  }

  fstat(fd: number): FsStats {
    return stats(this.#fileOf(fd))
  }

  lstat(path: string): FsStats {
    const node = this.#tree.find(path)
    return stats({ size: 0, ...node })
  }

  readdir(path: string): string[] {
    return [...this.#tree.findFolder(path).entries.keys()]
  }

  mkdir(path: string, { mode = modes.folder }: { mode?: number } = {}): void {
    this.#change(['folder', path, mode, Date.now()])
  }

  rmdir(path: string): void {
    this.#tree.findFolder(path)
    this.#change(['remove', path])
  }

  unlink(path: string): void {
    this.#tree.findFile(path)
    this.#change(['remove', path])
  }

  rename(from: string, to: string): void {
    this.#change(['move', from, to])
  }

  chmod(path: string, mode: number): void {
    this.#change(['mode', path, mode])
  }

  utimes(path: string, _accessedAt: number, modifiedAt: number): void {
    this.#change(['time', path, modifiedAt])
  }

  writeFile(path: string, data: string | Uint8Array, { mode = modes.file }: { mode?: number } = {}): void {
    if (!this.#tree.has(path)) this.#change(['file', path, mode, Date.now(), this.#tree.nextId])
    const file = this.#tree.findFile(path)
    this.#shrink(file, 0)
    const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : Uint8Array.from(data)
    if (bytes.length > 0) this.#write(file, bytes, 0)
  }

  truncate(path: string, size = 0): void {
    const file = this.#tree.findFile(path)
    if (size < file.size) this.#shrink(file, size)
    if (size > file.size) this.#write(file, new Uint8Array(), size)
  }

  read(fd: number, buffer: Uint8Array, offset: number, length: number, position: number): number {
    const file = this.#fileOf(fd)
    const bytes = viewOf(buffer, offset, Math.max(0, Math.min(length, file.size - position)))
    for (const { from, to, at } of pieces(position, bytes.length, (index) => file.blocks[index])) {
      this.#handles.blocks.read(bytes.subarray(from, to), { at })
    }
    return bytes.length
  }

  write(fd: number, buffer: Uint8Array, offset: number, length: number, position: number): number {
    const file = this.#fileOf(fd)
    if (length === 0) return 0
    this.#write(file, viewOf(buffer, offset, length), position)
    file.modifiedAt = Date.now()
    return length
  }

  /** What lies between the file's end and `position` becomes zeros. */
  #write(file: FileNode, bytes: Uint8Array<ArrayBuffer>, position: number) {
    const size = Math.max(file.size, position + bytes.length)
    const more = this.#tree.take(blocksOf(size) - file.blocks.length)
    const blockAt = (index: number) => file.blocks[index] ?? more[index - file.blocks.length]
    try {
      for (let at = file.size; at < position; at += zeros.length) {
        this.#put(zeros.subarray(0, position - at), at, blockAt)
      }
      this.#put(bytes, position, blockAt)
      if (size > file.size) this.#grow(file, size, more)
    } catch (error) {
      this.#tree.release(more)
      throw error
    }
  }

  #put(bytes: Uint8Array<ArrayBuffer>, position: number, blockAt: (index: number) => number | undefined) {
    for (const { from, to, at } of pieces(position, bytes.length, blockAt)) {
      writeAll(this.#handles.blocks, bytes.subarray(from, to), at)
    }
  }

  #grow(file: FileNode, size: number, blocks: readonly number[]) {
    // The next worker will not find what has no name.
    if (this.#tree.isNamed(file)) this.#change(['grow', file.id, size, blocks])
    else grow(file, size, blocks)
  }

  #shrink(file: FileNode, size: number) {
    if (size === file.size) return
    if (this.#tree.isNamed(file)) this.#change(['shrink', file.id, size])
    else this.#tree.release(shrink(file, size))
  }

  #change(change: Change) {
    this.#tree.check(change)
    this.#journal.append(change)
    this.#tree.apply(change)
  }

  #fileOf(fd: number): FileNode {
    const file = this.#open.get(fd)
    if (!file) throw new FileError('EBADF', String(fd))
    return file
  }

  #all(): Handle[] {
    return [this.#handles.blocks, ...this.#handles.journal]
  }
}

/** PGlite names its memory as bytes where it reads, and by its buffer where it writes. */
function viewOf(memory: Uint8Array | ArrayBuffer, offset: number, length: number): Uint8Array<ArrayBuffer> {
  if (memory instanceof ArrayBuffer) return new Uint8Array(memory, offset, length)
  return new Uint8Array(memory.buffer as ArrayBuffer, memory.byteOffset + offset, length)
}

/** Parts of `length` bytes of a file from `position` on that lie in one piece: from where to where of the bytes, and at which byte of the blocks. */
function* pieces(position: number, length: number, blockAt: (index: number) => number | undefined) {
  let from = 0
  while (from < length) {
    const index = Math.floor((position + from) / blockSize)
    const within = (position + from) % blockSize
    const block = blockAt(index)
    if (block === undefined) throw new FileError('EINVAL', `no block ${index}`)
    let count = 1
    while (from + count * blockSize - within < length && blockAt(index + count) === block + count) count++
    const to = Math.min(length, from + count * blockSize - within)
    yield { from, to, at: block * blockSize + within }
    from = to
  }
}

function stats({ mode, modifiedAt, size }: Pick<FileNode, 'mode' | 'modifiedAt' | 'size'>): FsStats {
  return {
    dev: 0,
    ino: 0,
    mode,
    nlink: 1,
    uid: 0,
    gid: 0,
    rdev: 0,
    size,
    blksize: blockSize,
    blocks: blocksOf(size),
    atime: modifiedAt,
    mtime: modifiedAt,
    ctime: modifiedAt,
  }
}
