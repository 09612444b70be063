// `virtual:database-files`: the address of the files that Postgres' program finds beside it, without those that nothing here reads: conversions to
// other encodings, replication, what extensions are built and tested with. They are half of what it weighs. The program knows each file by its
// place in this one: what is left out is zeros, which weigh nothing when compressed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import * as v from 'valibot'

const folder = join(import.meta.dirname, '../node_modules/@electric-sql/pglite/dist')
const original = join(folder, 'pglite.data')
const id = 'virtual:database-files'
const ownWay = 'new URL("./pglite.data",import.meta.url)'

/** A database that is not made of the prebuilt one is made by initdb, which needs both libraries. */
const unused = /\/pgxs\/|\/lib\/postgresql\/(?!(plpgsql|dict_snowball)\.so$)/

export function databaseFiles(): Plugin {
  let isBuild = false
  return {
    name: 'database-files',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(source) {
      if (source !== `\0${id}`) return null
      if (!isBuild) return `export default ${JSON.stringify(`/@fs${original}`)}`
      const file = this.emitFile({ type: 'asset', name: 'pglite.data', source: withoutUnused() })
      return `export default import.meta.ROLLUP_FILE_URL_${file}`
    },
    // Its own way to them would bring the whole into the app once more.
    transform(code, module) {
      if (!isBuild || !module.includes('/@electric-sql/pglite/dist/') || !code.includes(ownWay)) return null
      return { code: `import databaseFiles from '${id}'\n${code.replace(ownWay, 'new URL(databaseFiles)')}`, map: null }
    },
  }
}

function withoutUnused(): Uint8Array {
  const bytes = new Uint8Array(readFileSync(original))
  for (const { filename, start, end } of packed()) if (unused.test(filename)) bytes.fill(0, start, end)
  return bytes
}

const entry = v.object({ filename: v.string(), start: v.number(), end: v.number() })

/** Which file lies where: written in the program's own code, by Emscripten's file packager. */
function packed() {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  for (const script of scripts) {
    const [, list] = /files:(\[\{filename:"[^\]]*\])/.exec(readFileSync(join(folder, script), 'utf8')) ?? []
    if (list) return v.parse(v.array(entry), JSON.parse(list.replaceAll(/(filename|start|end):/g, '"$1":')))
  }
  throw new Error('PGlite does not say what lies where in pglite.data')
}
