// Names the app's files in the page. `<meta name="app-scripts">`: those that begin it, asked for at once and run by public/before-paint.js, which knows
// what is to be painted before. `<meta name="desk-scripts">`: those that the desk needs beside them. Who was here before is asking for them while those
// load, who is here for the first time once the login has been painted (src/lib/app/screen-code.ts).
import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'
import { deskScreens, withImports } from './chunks.ts'

const ofDesk = '/sync/client.ts'

const begun = /<script type="module" crossorigin src="([^"]+)"><\/script>/g

export function pageScripts(): Plugin {
  return {
    name: 'page-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(page, { bundle = {} }) {
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
        const scripts = [...page.matchAll(begun)].flatMap(([, script]) => script ?? [])
        if (scripts.length === 0) throw new Error('nothing in the page begins the app')
        return {
          html: page.replaceAll(begun, '<link rel="modulepreload" crossorigin href="$1">'),
          tags: [
            named('app-scripts', scripts),
            named(
              'desk-scripts',
              [...desk.difference(first)].map((name) => `/${name}`),
            ),
          ],
        }
      },
    },
  }
}

const named = (name: string, files: readonly string[]): HtmlTagDescriptor => ({
  tag: 'meta',
  attrs: { name, content: files.join(' ') },
  injectTo: 'head',
})
