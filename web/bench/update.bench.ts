// What the app costs on the line: all that an installed one downloads, and what an update does in which one screen changed. `pnpm bench update`
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from '@playwright/test'
import { build, type Plugin } from 'vite'
import { fromRoot } from '../../scripts/paths.ts'
import { print } from '../../scripts/figure.ts'

/** A little one, a large one, and one of the desk, where what is open all day lies in one file. */
const screens = [
  'features/todolist/todolist-page.tsx',
  'features/dashboard/dashboard-page.tsx',
  'features/tickets/list/ticket-list.tsx',
]

/** What a device never fetches: the pictures of the installer, what makes a database where no prebuilt one is, and what is here twice. */
const unfetched = /^screenshots\/|^assets\/initdb-|\.br$|^importmap\.json$/

type Files = ReadonlyMap<string, { content: string; bytes: number }>

test('what an installed app and an update download', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-update-'))
  const before = await built(join(folder, 'before'))
  const megabytes = (files: Files) => [...files.values()].reduce((sum, { bytes }) => sum + bytes, 0) / 1e6
  const samples: number[] = []
  for (const [index, screen] of screens.entries()) {
    const after = await built(join(folder, String(index)), changed(screen))
    const fetched = [...after].filter(([name, { content }]) => before.get(name)?.content !== content)
    expect(fetched.filter(([name]) => name.startsWith('assets/')).length, `${screen} is built`).toBeGreaterThan(0)
    samples.push(megabytes(new Map(fetched)) * 1000)
  }
  await rm(folder, { recursive: true })
  print({ name: 'installed_app', unit: 'MB', samples: [megabytes(before)], aim: '5', reference: '–' })
  print({ name: 'update_of_one_screen', unit: 'KB', samples, aim: '300', reference: '–' })
})

async function built(outDir: string, ...plugins: Plugin[]): Promise<Files> {
  await build({ root: fromRoot('web'), logLevel: 'error', plugins, build: { outDir, emptyOutDir: true } })
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const fetched = names.filter((name) => !unfetched.test(relative(outDir, name)))
  return new Map(
    await Promise.all(
      fetched.map(async (name) => {
        const smaller = names.includes(`${name}.br`) ? `${name}.br` : name
        const file = { content: await readFile(name, 'base64'), bytes: (await readFile(smaller)).length }
        return [relative(outDir, name), file] as const
      }),
    ),
  )
}

/** As if somebody had written a line more. */
function changed(screen: string): Plugin {
  return {
    name: 'changed',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith(`src/${screen}`) ? `${code}\nconsole.debug('changed')\n` : null),
  }
}
