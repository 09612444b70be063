import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromRoot } from '../paths.ts'
import { readmeCommands } from './readme.ts'
import { trials } from './table.ts'

const read = (path: string) => readFileSync(fromRoot(path), 'utf8')

test('each command of README has its trial, and no other', () => {
  expect(readmeCommands()).toContain('pnpm run doctor')
  expect(Object.keys(trials).toSorted()).toEqual(readmeCommands().toSorted())
})

test('each is a script of the package, and what runs elsewhere is a step of the tests', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  for (const [readme, trial] of Object.entries(trials)) {
    const [, name] = /^p?npm (?:run )?(\S+)/.exec(readme) ?? []
    if (name !== undefined) expect(scripts, readme).toHaveProperty([name])
    if ('script' in trial) expect(trial.script, readme).toBe(name)
    if ('step' in trial) expect(read('scripts/test.ts'), readme).toContain(`'${trial.step}`)
  }
})
