// `first-page.json`: the login as a first visit's page has it, by language, and the files that whoever logs in needs next; the server puts both
// into the page (sync-server/src/http/served-app.ts).
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { isDeskScreen } from './chunks.ts'
import { sourcePlugins } from './source-plugins.ts'

const ofDesk = '/sync/client.ts'

/** Before the last plugin, which compresses. */
export function firstPage(): Plugin {
  let [root, folder] = ['', '']
  let next: string[] = []
  return {
    name: 'first-page',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = resolve(root, config.build.outDir)
    },
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const withImports = (open: string[]) => {
        const found = new Set<string>()
        for (let name = open.pop(); name !== undefined; name = open.pop()) {
          if (found.has(name)) continue
          found.add(name)
          open.push(...(chunks.find(({ fileName }) => fileName === name)?.imports ?? []))
        }
        return found
      }
      const filesOf = (isWanted: (chunk: (typeof chunks)[number]) => boolean) =>
        withImports(chunks.filter(isWanted).map(({ fileName }) => fileName))
      const first = filesOf(({ isEntry }) => isEntry)
      // What works on data is half of the app's code, and one import of it in what a first visit needs brings it all along.
      if (chunks.some(({ fileName, moduleIds }) => first.has(fileName) && moduleIds.some((id) => id.endsWith(ofDesk))))
        this.error(`${ofDesk} is in what a first visit loads: see web/src/sync/session-client.ts`)
      const desk = filesOf(({ facadeModuleId }) => facadeModuleId !== null && isDeskScreen(facadeModuleId))
      next = [...desk.difference(first)].map((file) => `/${file}`)
    },
    closeBundle: {
      sequential: true,
      handler: async () => {
        await writeFile(join(folder, 'first-page.json'), JSON.stringify({ pages: await render(root), next }))
      },
    },
  }
}

async function render(root: string): Promise<unknown> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: sourcePlugins(),
  })
  try {
    const { firstPages } = await server.ssrLoadModule('/src/features/session/first-page.tsx')
    return await firstPages()
  } finally {
    await server.close()
  }
}
