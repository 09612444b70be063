// GET /api/docs: the API to read and to try, from openapi.json. All of it is served from here, under the app's own Content-Security-Policy: no
// script of another host, none in the page itself.
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Scalar's bundle has everything in it; of the package nothing else is used (.pnpmfile.mjs). */
const bundle = join(
  dirname(createRequire(import.meta.url).resolve('@scalar/api-reference')),
  'browser',
  'standalone.js',
)

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Balcão API</title>
  </head>
  <body>
    <div id="reference"></div>
    <noscript>This page needs JavaScript; <a href="/api/openapi.json">openapi.json</a> does not.</noscript>
    <script src="/api/docs/scalar.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`

/** Without what would ask other hosts: fonts, counting, the assistant, their client. */
const start = `Scalar.createApiReference('#reference', {
  url: '/api/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
})
`

export function docsPage() {
  const app = new Hono()
  app.use(compress())
  app.get('/', (c) => c.html(page))
  app.get('/start.js', (c) => c.body(start, 200, script))
  app.get('/scalar.js', async (c) => c.body(new Uint8Array(await readFile(bundle)), 200, { ...script, ...kept }))
  return app
}

const script = { 'content-type': 'text/javascript; charset=utf-8' }
/** It changes with a new version of the server only. */
const kept = { 'cache-control': 'public, max-age=3600' }
