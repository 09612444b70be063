// `first-page.json`: the login as a first visit's page has it, by language; the server puts it into the page (sync-server/src/http/served-app.ts).
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createServer, type Plugin } from 'vite'
import { sourcePlugins } from './source-plugins.ts'

/** Before the last plugin, which compresses. */
export function firstPage(): Plugin {
  let [root, folder] = ['', '']
  return {
    name: 'first-page',
    apply: 'build',
    configResolved(config) {
      root = config.root
      folder = resolve(root, config.build.outDir)
    },
    closeBundle: {
      sequential: true,
      handler: async () => {
        await writeFile(join(folder, 'first-page.json'), JSON.stringify(await render(root)))
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
