// Whatever the image is built from is given to its builder, and whatever runs in a stage is there: the build itself is for `test:long` (check.ts).
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf, locatedBy } from '../imports.ts'
import { fromRoot } from '../paths.ts'
import { contextFiles, filesOfStage, ignores, stagesOf } from './context.ts'

const read = (path: string) => readFileSync(fromRoot(path), 'utf8')
const context = contextFiles(read('.dockerignore'))
const stages = stagesOf(read('deploy/Dockerfile'))
const isThere = (files: Iterable<string>, path: string) =>
  [...files].some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`))

test.each<[string, string[], string[]]>([
  ['*\n!db\n**/node_modules', ['db/src/a.ts', 'db'], ['README.md', 'db/node_modules/x/y.js', 'node_modules/x']],
  ['web/dist\n**/*.test.ts', ['web/src/dist/a', 'test.ts'], ['web/dist/a/b', 'a.test.ts', 'a/b/c.test.ts']],
  ['*.md\n!README.md\n# note\n', ['README.md', 'docs/a.md'], ['other.md']],
  ['docs/**/a?.md\n/web/', ['docs/a.md', 'docs/abc.md', 'webs'], ['docs/ab.md', 'docs/x/y/ab.md', 'web/a']],
])('%j is read as Docker does', (text, given, kept) => {
  const ignored = ignores(text)
  expect(given.filter(ignored)).toEqual([])
  expect(kept.filter((path) => !ignored(path))).toEqual([])
})

test('each file that is copied is given', () => {
  const sources = [...stages.values()].flatMap(({ copies }) => copies.flatMap((copy) => copy.sources))
  expect(sources.length).toBeGreaterThan(10)
  expect(sources.filter((source) => !isThere(context, source))).toEqual([])
})

test('no secret, state or build of this machine is given', () => {
  expect(context.filter((path) => /(^|\/)(\.env|\.data|\.git|node_modules|dist)(\/|$)/.test(path))).toEqual([])
})

test('what pnpm installs by is there before it does: manifests, lockfile, settings, patches', () => {
  const workspace = read('pnpm-workspace.yaml')
  const section = (name: string) => new RegExp(`^${name}:\\n((?: .*\\n)+)`, 'm').exec(workspace)?.[1] ?? ''
  const packages = [...section('packages').matchAll(/- (\S+)/g)].map(([, path]) => `${path}/package.json`)
  const patches = [...section('patchedDependencies').matchAll(/: (\S+\.patch)$/gm)].map(([, path = '']) => path)
  expect(packages).toContain('web/package.json')
  expect(patches).toContain('patches/postgres@3.4.9.patch')
  const wanted = ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.mjs', ...packages, ...patches]
  const given = filesOfStage(stages, 'manifests', context)
  expect(wanted.filter((path) => !given.has(path))).toEqual([])
})

/** All that `entries` lead to, with where it is needed and not there. */
function missing(stage: string, entries: readonly string[]) {
  const given = filesOfStage(stages, stage, context)
  const seen = new Set<string>()
  const lost = new Map<string, string>()
  const visit = (file: string, by: string) => {
    if (seen.has(file)) return
    seen.add(file)
    if (!isThere(given, file)) return void lost.set(file, by)
    // The router writes down the files that were found.
    if (file.endsWith('.gen.ts') || !/\.(ts|tsx|js|mjs)$/.test(file) || !statSync(fromRoot(file)).isFile()) return
    for (const needed of importsOf(file)) visit(needed, file)
    // A path that is made while it builds or runs is no source.
    for (const needed of locatedBy(file))
      if (existsSync(fromRoot(needed)) && !needed.includes('node_modules')) visit(needed, file)
  }
  for (const entry of entries) visit(entry, 'the test')
  return { lost: [...lost], seen: seen.size }
}

test('what builds the app and the documentation is there', () => {
  const pages = globSync('web/src/**/*.{ts,tsx}', { cwd: fromRoot('.') }).filter((path) => !/\.test\.tsx?$/.test(path))
  const tools = ['web/vite.config.ts', 'web/scripts/build-data-dir.ts', 'web/index.html', 'docs/.vitepress/config.ts']
  const { lost, seen } = missing('web', [...tools, 'tsconfig.base.json', 'web/tsconfig.json', 'web/public', ...pages])
  expect(lost).toEqual([])
  expect(seen).toBeGreaterThan(500)
})

test('what runs in the image is there: what compose.yaml starts, and what the operator does', () => {
  const programs = /\bnode (\S+-?main\.ts)/g
  const commands = [
    ...[...read('compose.yaml').matchAll(/command: \[node, (\S+)\]/g)].map(([, file = '']) => file),
    ...[...read('docs/operations.md').matchAll(programs)].map(([, file = '']) => file),
    ...[...read('deploy/Dockerfile').matchAll(/(?:sync-server|whatsapp-worker|db)\/src\/\S+\.ts/g)].map(
      ([file]) => file,
    ),
  ]
  expect(commands).toEqual(expect.arrayContaining(['db/src/node/migrate-main.ts', 'db/src/node/doctor/main.ts']))
  const { lost, seen } = missing('image', commands)
  expect(lost).toEqual([])
  expect(seen).toBeGreaterThan(300)
})

test('the build fails this test without the patches', () => {
  const without = contextFiles(read('.dockerignore').replace('!patches\n', ''))
  expect(isThere(without, 'patches')).toBe(false)
})
