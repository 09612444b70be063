// `<meta name="desk-scripts">`: the files that the desk needs beside those that every page has. Who was here before is asking for them while
// those load (public/before-paint.js), who is here for the first time once the login has been painted (src/lib/app/screen-code.ts).
import type { Plugin, Rolldown } from 'vite'
import { deskScreens, withImports } from './chunks.ts'

const ofDesk = '/sync/client.ts'

export function deskScripts(): Plugin {
  return {
    name: 'desk-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
        const filesOf = (isWanted: (chunk: Rolldown.OutputChunk) => boolean) =>
          withImports(
            chunks.filter(isWanted).map(({ fileName }) => fileName),
            (name) => byName.get(name)?.imports ?? [],
          )
        const first = filesOf(({ isEntry }) => isEntry)
        // What works on data is half of the app's code, and one import of it in what a first visit needs brings it all along.
        if ([...first].some((name) => byName.get(name)?.moduleIds.some((id) => id.endsWith(ofDesk))))
          throw new Error(`${ofDesk} is in what a first visit loads: see web/src/sync/session-client.ts`)
        const screens = new Set<string | null>(deskScreens())
        const desk = filesOf(({ facadeModuleId }) => screens.has(facadeModuleId))
        const content = [...desk.difference(first)].map((name) => `/${name}`).join(' ')
        return [{ tag: 'meta', attrs: { name: 'desk-scripts', content }, injectTo: 'head' }]
      },
    },
  }
}
