// The commands that README promises, as its table writes them.
import { readFileSync } from 'node:fs'
import { fromRoot } from '../paths.ts'

/** What stands in backticks in the first column. */
export function readmeCommands(): string[] {
  const [, table = ''] = /^## Commands\n([\s\S]+)$/m.exec(readFileSync(fromRoot('README.md'), 'utf8')) ?? []
  const rows = [...table.matchAll(/^\| (`.+?) \| /gm)]
  return rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, command = '']) => command))
}
