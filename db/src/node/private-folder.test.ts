import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeBelow, privateFolder } from './private-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-private-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const mode = (...path: string[]) => (statSync(join(folder, ...path)).mode & 0o777).toString(8)

test('a folder is made for its owner only, and one that was open is closed', () => {
  privateFolder(join(folder, 'new', 'inside'))
  mkdirSync(join(folder, 'open'))
  chmodSync(join(folder, 'open'), 0o755)
  privateFolder(join(folder, 'open'))
  expect([mode('new'), mode('new', 'inside'), mode('open')]).toEqual(['700', '700', '700'])
})

test('whoever passes through a folder does not list it, and others do not pass', () => {
  privateFolder(join(folder, 'way'), { passage: true })
  expect(mode('way')).toBe(process.getuid?.() === 0 ? '710' : '700')
})

test('what an earlier version left open is closed, but for what is not ours and what lies elsewhere', () => {
  mkdirSync(join(folder, 'data', 'media', 'a'), { recursive: true })
  mkdirSync(join(folder, 'data', 'postgres'))
  for (const path of ['elsewhere', 'data/media/a/file', 'data/run.sh']) writeFileSync(join(folder, path), '')
  for (const path of ['elsewhere', 'data/media', 'data/postgres', 'data/run.sh']) chmodSync(join(folder, path), 0o755)
  chmodSync(join(folder, 'data/media/a/file'), 0o644)
  symlinkSync(join(folder, 'elsewhere'), join(folder, 'data', 'link'))
  closeBelow(join(folder, 'data'), ['postgres'])
  const closed = ['data/media', 'data/media/a/file', 'data/run.sh']
  expect(closed.map((path) => mode(path))).toEqual(['700', '600', '700'])
  expect([mode('data/postgres'), mode('elsewhere')]).toEqual(['755', '755'])
})
