// `<meta name="desk-scripts">`: the files that the desk needs beside those that every page has. Who was here before is asking for them while
// those load (public/before-paint.js), who is here for the first time once the login has been painted (src/lib/app/screen-code.ts).
import type { Plugin, Rolldown } from 'vite'
import { isDeskScreen } from './chunks.ts'

const ofDesk = '/sync/client.ts'

export function deskScripts(): Plugin {
  return {
    name: 'desk-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const first = withImports(chunks, ({ isEntry }) => isEntry)
        // What works on data is half of the app's code, and one import of it in what a first visit needs brings it all along.
        if ([...first].some(({ moduleIds }) => moduleIds.some((id) => id.endsWith(ofDesk))))
          throw new Error(`${ofDesk} is in what a first visit loads: see web/src/sync/session-client.ts`)
        const desk = withImports(
          chunks,
          ({ facadeModuleId }) => facadeModuleId !== null && isDeskScreen(facadeModuleId),
        )
        const content = [...desk.difference(first)].map(({ fileName }) => `/${fileName}`).join(' ')
        return [{ tag: 'meta', attrs: { name: 'desk-scripts', content }, injectTo: 'head' }]
      },
    },
  }
}

type Chunk = Rolldown.OutputChunk

/** Those that are wanted, and all that they import. */
function withImports(chunks: Chunk[], isWanted: (chunk: Chunk) => boolean): Set<Chunk> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set(chunks.filter(isWanted))
  // A set goes on through what is added meanwhile.
  for (const { imports } of found)
    for (const name of imports) {
      const chunk = byName.get(name)
      if (chunk) found.add(chunk)
    }
  return found
}
