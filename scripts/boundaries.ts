// Who may import whom: the sentences of docs/architecture.md as a table, held against every import; and how many files a folder may have. Part of
// `pnpm check:static`.
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { importsOf } from './imports.ts'
import { fromRoot } from './paths.ts'

interface Rule {
  /** Matches the path of a file, from the root; the first rule that matches says what the file may import. */
  from: RegExp
  /** What it may import of ours; `$1` is what `from` caught, so that a feature may import itself. */
  to: string
  why: string
}

const parts = 'Server, worker and web meet in Postgres and over HTTP only.'
/** Reads are queries of db: no screen has SQL. */
const db = 'db/src/(?!node/|kit/sql/(sql-text|page-of))'
const desk = `web/src/(desk|components|lib)/|web/src/sync/(session-)?client.ts|${db}`
const feature = `${desk}|web/src/(resource|notifications)/`

const rules: Rule[] = [
  // What stands beside tests, and the tests, have a database or a device to try things on.
  { from: /^web\/src\/.*(\.test\.tsx?|\/test-[a-z-]+\.ts)$/, to: 'web/src/|db/', why: parts },
  { from: /^db\/.*(\.test|\/test-[a-z-]+)\.ts$/, to: 'db/', why: 'db imports nobody.' },
  { from: /^sync-server\/shapes\/.*(\.test|\/test-[a-z-]+)\.ts$/, to: 'sync-server/shapes/|db/', why: parts },

  { from: /^db\/src\/kit\//, to: 'db/src/kit/', why: 'kit knows no resource.' },
  {
    from: /^db\/src\/[^/]+\/table\.ts$/,
    to: 'db/src/(kit/|[^/]+/(?!mutations|queries|resource))',
    why: 'kit ← table.',
  },
  {
    from: /^db\/src\/[^/]+\/(rules|closing)\.ts$/,
    to: 'db/src/[^/]+/(?!mutations|queries|resource)',
    why: 'rules ← mutations.',
  },
  { from: /^db\/src\/mutation-log\/queries\.ts$/, to: 'db/', why: 'It tells of every resource.' },
  { from: /^db\/src\/(?!node\/)[^/]+\//, to: 'db/src/[^/]+/', why: 'mutations, queries ← registries.' },
  { from: /^db\//, to: 'db/', why: 'db imports nobody.' },

  {
    from: /^sync-server\/shapes\/src\/(main|env)\.ts$/,
    to: 'sync-server/shapes/|db/src/node/',
    why: 'A process of ours.',
  },
  { from: /^sync-server\/shapes\//, to: 'sync-server/shapes/', why: 'The engine stands alone.' },
  { from: /^sync-server\//, to: 'sync-server/|db/|scripts/|docs/\\.vitepress/guide', why: parts },
  { from: /^whatsapp-worker\//, to: 'whatsapp-worker/|db/|scripts/', why: parts },

  {
    from: /^web\/src\/sync\//,
    // Of db the kit and the registries; the log of applied mutations is sync's own table. What is kept has one list for all.
    to: 'web/src/sync/|web/src/lib/data/kept\\.ts|db/src/(kit/|(tables|mutations|queries)\\.ts|mutation-log/table\\.ts)',
    why: 'sync knows no screen and no resource: what a table needs on a device is its `device` in db.',
  },
  { from: /^web\/src\/lib\//, to: `web/src/(lib|locales)/|${db}`, why: 'lib knows neither sync nor screens.' },
  { from: /^web\/src\/components\//, to: `web/src/(components|lib)/|${db}`, why: 'components → lib.' },
  {
    from: /^web\/src\/notifications\//,
    to: `web/src/(notifications/|sync/background\\.ts)|${db}`,
    why: 'notifications → sync/background.',
  },
  { from: /^web\/src\/desk\//, to: `${desk}|web/src/sync/background\\.ts`, why: 'desk → sync, components → lib.' },
  { from: /^web\/src\/resource\//, to: `${desk}|web/src/resource/`, why: 'resource → desk.' },
  { from: /^web\/src\/features\/entries\.ts$/, to: `${feature}|web/src/features/`, why: 'It gathers.' },
  {
    from: /^web\/src\/features\/shell\//,
    to: `${feature}|web/src/features/(shell/|entries\\.ts)`,
    why: 'A feature never imports a feature.',
  },
  {
    from: /^web\/src\/features\/([^/]+)\//,
    to: `${feature}|web/src/features/$1/|web/src/share-target\\.ts`,
    why: 'A feature never imports a feature.',
  },
  {
    from: /^web\/src\/(routes|dev)\//,
    to: `${feature}|web/src/(features|dev)/|web/src/[a-z-]+\\.ts`,
    why: 'routes → features.',
  },
  { from: /^web\/src\//, to: `web/src/|${db}`, why: 'The roots of the app.' },
  // Tests and tools start the whole product.
  { from: /^web\//, to: 'web/|db/|scripts/|sync-server/|whatsapp-worker/', why: parts },
]

/** What crosses a boundary, a line each. */
function crossings(file: string): string[] {
  const rule = rules.find(({ from }) => from.test(file))
  if (!rule) return []
  const own = rule.from.exec(file)?.[1] ?? ''
  const allowed = new RegExp(`^(${rule.to.replace('$1', own)})`)
  return importsOf(file)
    .filter((to) => !allowed.test(to))
    .map((to) => `${file} → ${to}: ${rule.why}`)
}

/** More than one looks through. A test stands beside what it tests and is not counted. */
const filesOfFolder = 25

/** The folders where nothing is found any more, a line each. */
function fullFolders(all: string[]): string[] {
  const folders = Map.groupBy(
    all.filter((file) => !/\.(test|spec)\.tsx?$/.test(file)),
    dirname,
  )
  return [...folders]
    .filter(([, inside]) => inside.length > filesOfFolder)
    .map(
      ([folder, inside]) =>
        `${folder}: ${inside.length} source files, at most ${filesOfFolder}. Move what belongs together into a folder whose name says what that is.`,
    )
}

const files = globSync('{db,scripts,sync-server,whatsapp-worker,web}/**/*.{ts,tsx,js,mjs}', {
  cwd: fromRoot('.'),
  exclude: (path) => /node_modules|\/dist$|^web\/public$/.test(path),
}).filter((file) => !file.endsWith('.gen.ts'))
const found = [...files.flatMap(crossings), ...fullFolders(files)]
for (const line of found) console.error(line)
if (found.length > 0) process.exitCode = 1
