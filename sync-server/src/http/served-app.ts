// The built app. Hashed files never change; everything else is asked for again, or an update would never arrive.
// Invariant: the page goes out with the policy that allows the import map of this very page, whatever the build is replaced by meanwhile.
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { compress } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { securityHeaders } from './security-headers.ts'

/** `root` is the folder of the build, which has its files compressed already; the page is as it goes out. */
export function serveApp(app: Hono, root: string) {
  app.use(compress())
  app.use(async (c, next) => {
    await next()
    const immutable = c.req.path.startsWith('/assets/') && c.res.ok
    c.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  })
  const page = appPage(join(root, 'index.html'))
  // A file of an earlier build, or of none, is no screen of the app.
  app.get('*', (c, next) => (isFile(c.req.path) ? next() : page(c, next)))
  app.use(serveStatic({ root, precompressed: true }))
}

const isFile = (path: string) => path !== '/index.html' && /^\/assets(\/|$)|\.\w+$/.test(path)

/** Which file each module is in (`chunkImportMap` in vite.config.ts). */
const importMap = /<script type="importmap">(.*?)<\/script>/s

function appPage(path: string) {
  return createMiddleware(async (c, next) => {
    const html = await readFile(path, 'utf8').catch(() => null)
    if (html === null) return next()
    const [, script] = importMap.exec(html) ?? []
    const allow = securityHeaders(script && `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    await allow(c, async () => {
      c.res = c.html(html)
    })
  })
}
