import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useMemoryFolder } from './memory-folder.ts'

const before = process.env['TMPDIR']
beforeEach(() => {
  process.env['TMPDIR'] = '/tmp'
})
afterEach(() => {
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
})

test('what is temporary lies in a folder of its own, which goes with whoever made it; where there is no room all stays as it was', () => {
  const leave = useMemoryFolder()
  const folder = tmpdir()
  if (folder !== '/tmp') expect(folder).toMatch(new RegExp(`^/dev/shm/balcao-tmp-${process.pid}-`))
  const inner = useMemoryFolder()
  expect(tmpdir(), 'one is enough').toBe(folder)
  inner()
  expect(existsSync(folder)).toBe(true)
  leave()
  expect(tmpdir()).toBe('/tmp')
  if (folder !== '/tmp') expect(existsSync(folder)).toBe(false)
})

test('what a killed run left is removed by the next, what others have is not', () => {
  if (!existsSync('/dev/shm')) return
  const { pid } = spawnSync('true')
  const left = join('/dev/shm', `balcao-tmp-${pid}-left`)
  const others = join('/dev/shm', `balcao-tmp-${process.ppid}-others`)
  for (const folder of [left, others]) mkdirSync(folder)
  const leave = useMemoryFolder()
  if (tmpdir() !== '/tmp') expect(existsSync(left)).toBe(false)
  expect(existsSync(others)).toBe(true)
  leave()
  for (const folder of [left, others]) rmSync(folder, { recursive: true, force: true })
})
