import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { ERRNO_CODES } from '@electric-sql/pglite/basefs'
import { array, assert, boolean, constant, constantFrom, nat, oneof, property, tuple, type Arbitrary } from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { bootFlags } from '../boot-flags.ts'
import { blockSize } from './blocks.ts'
import { OpfsFiles } from './opfs-files.ts'
import { TestDevice, TestHandle } from './test-handle.ts'

interface Disk {
  files: OpfsFiles
  /** The next worker's. */
  again(): Disk
  device: TestDevice
  /** Bytes. */
  size(): number
  journalSize(): number
  contents(): Uint8Array<ArrayBuffer>[]
}

function newDisk(contents: readonly Uint8Array<ArrayBuffer>[] = []): Disk {
  const device = new TestDevice()
  const [blocks, first, second] = [0, 1, 2].map((index) => new TestHandle(device, contents[index])) as [
    TestHandle,
    TestHandle,
    TestHandle,
  ]
  const files = new OpfsFiles({ blocks, journal: [first, second] })
  const all = () => [blocks, first, second].map(({ content }) => content)
  return {
    files,
    device,
    again: () => newDisk(all()),
    size: () => blocks.getSize(),
    journalSize: () => first.getSize() + second.getSize(),
    contents: all,
  }
}

/** What both do: ours, and the machine's own. */
interface Files {
  create(path: string): void
  write(path: string, bytes: Uint8Array, position: number): void
  truncate(path: string, size: number): void
  mkdir(path: string): void
  rmdir(path: string): void
  unlink(path: string): void
  rename(from: string, to: string): void
}

const ours = (files: OpfsFiles): Files => ({
  create: (path) => files.writeFile(path, ''),
  write(path, bytes, position) {
    const fd = files.open(path)
    files.write(fd, bytes, 0, bytes.length, position)
    files.close(fd)
  },
  truncate: (path, size) => files.truncate(path, size),
  mkdir: (path) => files.mkdir(path),
  rmdir: (path) => files.rmdir(path),
  unlink: (path) => files.unlink(path),
  rename: (from, to) => files.rename(from, to),
})

const machines = (root: string): Files => ({
  create: (path) => closeSync(openSync(root + path, 'w')),
  write(path, bytes, position) {
    const fd = openSync(root + path, 'r+')
    writeSync(fd, bytes, 0, bytes.length, position)
    closeSync(fd)
  },
  truncate: (path, size) => truncateSync(root + path, size),
  mkdir(path) {
    mkdirSync(root + path)
  },
  rmdir: (path) => rmdirSync(root + path),
  unlink: (path) => unlinkSync(root + path),
  rename: (from, to) => renameSync(root + from, root + to),
})

type Tree = Record<string, string>

/** By path; of a file the bytes, of a folder its kind. */
function treeOf(files: OpfsFiles, folder = ''): Tree {
  const tree: Tree = {}
  for (const name of files.readdir(folder).toSorted()) {
    const path = `${folder}/${name}`
    const { mode, size } = files.lstat(path)
    if ((mode & 0o170_000) === 0o40_000) {
      tree[path] = 'folder'
      Object.assign(tree, treeOf(files, path))
    } else tree[path] = told(readFrom(files, path, size))
  }
  return tree
}

function readFrom(files: OpfsFiles, path: string, size: number): Uint8Array {
  const fd = files.open(path)
  const bytes = new Uint8Array(size + 1)
  expect(files.read(fd, bytes, 0, size + 1, 0)).toBe(size)
  expect(files.fstat(fd).size).toBe(size)
  files.close(fd)
  return bytes.subarray(0, size)
}

function machinesTree(root: string, folder = ''): Tree {
  const tree: Tree = {}
  for (const name of readdirSync(root + folder).toSorted()) {
    const path = `${folder}/${name}`
    if (statSync(root + path).isDirectory()) {
      tree[path] = 'folder'
      Object.assign(tree, machinesTree(root, path))
    } else tree[path] = told(readFileSync(root + path))
  }
  return tree
}

const told = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

/** WASI's number of what happened; 0: nothing did. */
function outcome(act: () => void): number {
  try {
    act()
    return 0
  } catch (error) {
    const { code } = error as { code: number | keyof typeof ERRNO_CODES }
    return typeof code === 'number' ? code : ERRNO_CODES[code]
  }
}

const path = constantFrom('/a', '/b', '/d', '/d/a', '/d/b', '/e', '/e/a', '/d/d', '/d/d/a')
const position = oneof(nat(30), nat(4 * blockSize), constantFrom(blockSize - 1, blockSize, 2 * blockSize))
const bytes = tuple(position, nat(255)).map(([length, seed]) =>
  Uint8Array.from({ length }, (_, at) => ((seed + at * 7) % 255) + 1),
)

type Step = { [Name in keyof Files]: [Name, ...Parameters<Files[Name]>] }[keyof Files]

const step: Arbitrary<Step> = oneof(
  tuple(constantFrom('create', 'mkdir', 'rmdir', 'unlink'), path),
  tuple(constant('write'), path, bytes, position),
  tuple(constant('truncate'), path, position),
  tuple(constant('rename'), path, path),
)

function run(files: Files, [name, ...args]: Step): number {
  const act = files[name] as (...values: unknown[]) => void
  return outcome(() => act(...args))
}

const scratch = mkdtempSync(join(tmpdir(), 'opfs-files-'))
afterAll(() => rmSync(scratch, { recursive: true }))

describe('files in one file', () => {
  test('are what files of the machine are, also to the next worker', () => {
    assert(
      property(array(tuple(step, boolean()), { maxLength: 40 }), (steps) => {
        const root = mkdtempSync(join(scratch, 'machine-'))
        let disk = newDisk()
        for (const [act, isLast] of steps) {
          expect(run(ours(disk.files), act)).toBe(run(machines(root), act))
          if (isLast) disk = disk.again()
        }
        expect(treeOf(disk.files)).toEqual(machinesTree(root))
        expect(treeOf(disk.again().files)).toEqual(machinesTree(root))
        rmSync(root, { recursive: true })
      }),
    )
  })

  test('a worker that ends in the middle of something has done it or not', () => {
    assert(
      property(array(step, { maxLength: 30 }), step, nat(3 * blockSize), (steps, last, life) => {
        const disk = newDisk()
        for (const act of steps) run(ours(disk.files), act)
        const before = treeOf(disk.files)
        const whole = disk.again()
        run(ours(whole.files), last)
        const after = treeOf(whole.files)
        disk.device.life = life
        run(ours(disk.files), last)
        const found = treeOf(disk.again().files)
        // What it wrote over, in place, may be half old and half new.
        const sizes = (tree: Tree) => Object.entries(tree).map(([name, content]) => [name, content.length])
        expect([sizes(before), sizes(after)]).toContainEqual(sizes(found))
        const others = Object.keys(found).filter((name) => before[name] === after[name])
        for (const name of others) expect(found[name]).toBe(before[name])
      }),
    )
  })

  test('what finds no room has not happened, and goes on when there is some', () => {
    assert(
      property(nat(3 * blockSize), bytes, (room, more) => {
        const disk = newDisk()
        const files = ours(disk.files)
        files.create('/a')
        files.write('/a', Uint8Array.of(1, 2, 3), 0)
        disk.device.room = room
        const happened = outcome(() => files.write('/a', more, 3)) === 0
        const content = told(Uint8Array.of(1, 2, 3, ...(happened ? more : [])))
        expect(treeOf(disk.files)).toEqual({ '/a': content })
        expect(treeOf(disk.again().files)).toEqual({ '/a': content })
        disk.device.room = Number.POSITIVE_INFINITY
        files.write('/a', Uint8Array.of(4), content.length)
        expect(treeOf(disk.again().files)).toEqual({ '/a': `${content}\u0004` })
      }),
    )
  })

  test('what was removed makes room for others, once nobody has it open', () => {
    const { files, size, again } = newDisk()
    const block = new Uint8Array(blockSize).fill(1)
    files.writeFile('/a', block)
    const open = files.open('/a')
    files.unlink('/a')
    files.writeFile('/b', block.fill(2))
    files.write(open, block.fill(3), 0, blockSize, blockSize)
    const both = new Uint8Array(2 * blockSize)
    expect(files.read(open, both, 0, both.length, 0)).toBe(both.length)
    expect([both[0], both[blockSize]]).toEqual([1, 3])
    files.close(open)
    expect(size()).toBe(3 * blockSize)
    files.writeFile('/c', both)
    expect(size()).toBe(3 * blockSize)
    expect(treeOf(again().files)).toEqual({ '/b': told(block.fill(2)), '/c': told(both) })
    files.unlink('/c')
    expect(again().size()).toBe(2 * blockSize)
  })

  test('its journal does not grow for ever', async () => {
    const disk = newDisk()
    for (let turn = 0; turn < 5000; turn++) {
      disk.files.writeFile('/a', Uint8Array.of(turn % 255))
      await disk.files.syncToFs(true)
    }
    expect(disk.journalSize()).toBeLessThan(70_000)
    expect(treeOf(disk.again().files)).toEqual({ '/a': told(Uint8Array.of(4999 % 255)) })
  })

  test('blocks whose journal is gone are not taken for an empty disk', () => {
    const { files, contents } = newDisk()
    files.writeFile('/a', Uint8Array.of(1))
    const [blocks = new Uint8Array(), ...journal] = contents()
    expect(() => newDisk([blocks])).toThrow('blocks without journal')
    expect(() => newDisk([blocks, ...journal.map(({ length }) => new Uint8Array(length))])).toThrow('journal')
  })
})

test('Postgres in one file finds what it was told to keep, after the end of its worker', async () => {
  const disk = newDisk()
  const options = { initDbStartParams: ['--wal-segsize=1'], relaxedDurability: true }
  const pg = await PGlite.create({
    ...options,
    fs: disk.files,
    startParams: [...PGlite.defaultStartParams, ...bootFlags],
  })
  await pg.exec(`create table kept (id int primary key, text text);
    insert into kept select n, repeat('x', 500) from generate_series(1, 2000) n;
    create index on kept (text, id);
    delete from kept where id % 3 = 0`)
  await pg.exec('vacuum full kept')
  await pg.exec(`checkpoint;
    insert into kept select n, 'later' from generate_series(3000, 3999) n`)
  // Not closed: the worker is gone.
  const next = await PGlite.create({ ...options, fs: disk.again().files })
  const { rows } = await next.query('select count(*)::int as rows, min(text) as text, max(id) as id from kept')
  expect(rows).toEqual([{ rows: 2334, text: 'later', id: 3999 }])
  await Promise.all([pg.close(), next.close()])
})
