// Postgres' folders and files by name, and in which blocks of the device's one file each of them lies. Invariants: the tree is what its
// changes made of it, one after the other; a block belongs to one file at most.
import { blocksFrom, blocksOf, FreeBlocks, runsOf } from './blocks.ts'
import { FileError } from './handle.ts'

export interface FileNode {
  kind: 'file'
  /** Stays when its name changes. */
  id: number
  /** POSIX, with the bits of its type. */
  mode: number
  /** Milliseconds since 1970. */
  modifiedAt: number
  /** Bytes. */
  size: number
  /** In the order of its bytes. */
  blocks: number[]
}

export interface FolderNode {
  kind: 'folder'
  mode: number
  modifiedAt: number
  entries: Map<string, Node>
}

export type Node = FileNode | FolderNode

export type Change =
  | ['folder', path: string, mode: number, at: number]
  | ['file', path: string, mode: number, at: number, id: number]
  | ['mode', path: string, mode: number]
  | ['time', path: string, at: number]
  /** Takes the place of what has the new name. */
  | ['move', from: string, to: string]
  | ['remove', path: string]
  | ['grow', id: number, size: number, blocks: readonly number[]]
  | ['shrink', id: number, size: number]

type StoredFile = Omit<FileNode, 'blocks'> & { runs: number[] }
type StoredFolder = Omit<FolderNode, 'entries'> & { entries: [name: string, node: StoredFile | StoredFolder][] }

/** One for all: Postgres asks after what is not there each time that a table grows, and an error of its own walks up the stack. */
const noSuchFile = new FileError('ENOENT', 'no such file')

/** As JSON. */
export interface StoredTree {
  nextId: number
  root: StoredFolder
}

const emptyTree: StoredTree = { nextId: 1, root: { kind: 'folder', mode: 0o40_700, modifiedAt: 0, entries: [] } }

export class FileTree {
  readonly #root: FolderNode
  readonly #files = new Map<number, FileNode>()
  readonly #opened = new Map<FileNode, number>()
  #free: FreeBlocks
  #nextId: number

  /** @throws FileError when the changes cannot have been made to it. */
  constructor({ nextId, root }: StoredTree = emptyTree, changes: readonly Change[] = []) {
    this.#nextId = nextId
    this.#free = new FreeBlocks([])
    this.#root = this.#folderFrom(root)
    for (const change of changes) {
      this.check(change)
      this.apply(change)
    }
    this.#free = new FreeBlocks([...this.#files.values()].flatMap(({ blocks }) => blocks))
  }

  /** Of the next file. */
  get nextId(): number {
    return this.#nextId
  }

  /** No block from here on is anybody's. */
  get end(): number {
    return this.#free.end
  }

  /** @throws FileError ENOENT, ENOTDIR */
  find(path: string): Node {
    let node: Node = this.#root
    for (const name of namesOf(path)) {
      if (node.kind !== 'folder') throw new FileError('ENOTDIR', path)
      const next = node.entries.get(name)
      if (!next) throw noSuchFile
      node = next
    }
    return node
  }

  /** @throws FileError ENOENT, ENOTDIR, EISDIR */
  findFile(path: string): FileNode {
    const node = this.find(path)
    if (node.kind !== 'file') throw new FileError('EISDIR', path)
    return node
  }

  /** @throws FileError ENOENT, ENOTDIR */
  findFolder(path: string): FolderNode {
    const node = this.find(path)
    if (node.kind !== 'folder') throw new FileError('ENOTDIR', path)
    return node
  }

  /** @throws FileError ENOENT, ENOTDIR: there is no such folder. */
  has(path: string): boolean {
    const { folder, name } = this.#place(path)
    return folder.entries.has(name)
  }

  /** Not when its name is gone and somebody has it open still. */
  isNamed(file: FileNode): boolean {
    return this.#files.get(file.id) === file
  }

  /** Until it is closed its blocks stay its own, also without a name. */
  opened(file: FileNode): void {
    this.#opened.set(file, (this.#opened.get(file) ?? 0) + 1)
  }

  closed(file: FileNode): void {
    const left = (this.#opened.get(file) ?? 0) - 1
    if (left > 0) {
      this.#opened.set(file, left)
      return
    }
    this.#opened.delete(file)
    if (!this.isNamed(file)) this.release(file.blocks)
  }

  /** Blocks that are nobody's, for a file to grow by. */
  take(count: number): number[] {
    return this.#free.take(count)
  }

  release(blocks: readonly number[]): void {
    this.#free.release(blocks)
  }

  /** @throws FileError when the change cannot be made. */
  check(change: Change): void {
    switch (change[0]) {
      case 'folder':
      case 'file':
        if (this.has(change[1])) throw new FileError('EEXIST', change[1])
        return
      case 'mode':
      case 'time':
        this.find(change[1])
        return
      case 'move':
        this.#checkMove(change[1], change[2])
        return
      case 'remove':
        checkEmpty(change[1], this.find(change[1]))
        return
      case 'grow':
      case 'shrink':
        this.#fileOf(change[1])
        return
      default:
        throw new FileError('EINVAL', String(change[0]))
    }
  }

  /** One that was checked. */
  apply(change: Change): void {
    switch (change[0]) {
      case 'folder': {
        const [, path, mode, modifiedAt] = change
        this.#put(path, { kind: 'folder', mode, modifiedAt, entries: new Map() })
        return
      }
      case 'file': {
        const [, path, mode, modifiedAt, id] = change
        this.#put(path, this.#fileFrom({ kind: 'file', id, mode, modifiedAt, size: 0, runs: [] }))
        this.#nextId = id + 1
        return
      }
      case 'mode':
        this.find(change[1]).mode = change[2]
        return
      case 'time':
        this.find(change[1]).modifiedAt = change[2]
        return
      case 'move': {
        const [, from, to] = change
        const node = this.find(from)
        this.#take(from)
        if (this.has(to)) this.#drop(to)
        this.#put(to, node)
        return
      }
      case 'remove':
        this.#drop(change[1])
        return
      case 'grow': {
        const [, id, size, blocks] = change
        grow(this.#fileOf(id), size, blocks)
        return
      }
      case 'shrink': {
        const [, id, size] = change
        this.release(shrink(this.#fileOf(id), size))
      }
    }
  }

  toJSON(): StoredTree {
    return { nextId: this.#nextId, root: storedFolder(this.#root) }
  }

  #checkMove(from: string, to: string) {
    // In the order in which POSIX systems look, so that they say the same.
    this.#place(from)
    const isThere = this.has(to)
    const node = this.find(from)
    if (to.startsWith(`${from}/`)) throw new FileError('EINVAL', to)
    if (!isThere) return
    if (from.startsWith(`${to}/`)) throw new FileError('ENOTEMPTY', to)
    const there = this.find(to)
    if (there === node) return
    if (there.kind !== node.kind) throw new FileError(there.kind === 'folder' ? 'EISDIR' : 'ENOTDIR', to)
    checkEmpty(to, there)
  }

  #place(path: string): { folder: FolderNode; name: string } {
    const names = namesOf(path)
    const name = names.pop()
    if (name === undefined) throw new FileError('EINVAL', path)
    return { folder: this.findFolder(names.join('/')), name }
  }

  #put(path: string, node: Node) {
    const { folder, name } = this.#place(path)
    folder.entries.set(name, node)
  }

  #take(path: string): Node | undefined {
    const { folder, name } = this.#place(path)
    const node = folder.entries.get(name)
    folder.entries.delete(name)
    return node
  }

  #drop(path: string) {
    const node = this.#take(path)
    if (node?.kind !== 'file') return
    this.#files.delete(node.id)
    if (!this.#opened.has(node)) this.release(node.blocks)
  }

  /** @throws FileError ENOENT */
  #fileOf(id: number): FileNode {
    const file = this.#files.get(id)
    if (!file) throw new FileError('ENOENT', String(id))
    return file
  }

  #folderFrom({ kind, mode, modifiedAt, entries }: StoredFolder): FolderNode {
    const nodes = entries.map(
      ([name, node]) => [name, node.kind === 'file' ? this.#fileFrom(node) : this.#folderFrom(node)] as const,
    )
    return { kind, mode, modifiedAt, entries: new Map(nodes) }
  }

  #fileFrom({ runs, ...rest }: StoredFile): FileNode {
    const file = { ...rest, blocks: blocksFrom(runs) }
    this.#files.set(file.id, file)
    return file
  }
}

/** In its own blocks or in some more. */
export function grow(file: FileNode, size: number, blocks: readonly number[]): void {
  for (const block of blocks) file.blocks.push(block)
  file.size = size
}

/** Returns the blocks that it has no use for any more. */
export function shrink(file: FileNode, size: number): number[] {
  file.size = size
  return file.blocks.splice(blocksOf(size))
}

const namesOf = (path: string) => path.split('/').filter((name) => name !== '')

function checkEmpty(path: string, node: Node) {
  if (node.kind === 'folder' && node.entries.size > 0) throw new FileError('ENOTEMPTY', path)
}

function storedFolder({ kind, mode, modifiedAt, entries }: FolderNode): StoredFolder {
  const nodes = [...entries].map(([name, node]): StoredFolder['entries'][number] => [
    name,
    node.kind === 'file' ? storedFile(node) : storedFolder(node),
  ])
  return { kind, mode, modifiedAt, entries: nodes }
}

function storedFile({ blocks, ...rest }: FileNode): StoredFile {
  return { ...rest, runs: runsOf(blocks) }
}
