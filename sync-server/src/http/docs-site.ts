// GET /docs: the built documentation (docs/.vitepress), for whoever comes; nothing of it is anybody's. Without a build it says so.
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { existsSync } from 'node:fs'

/** `root` is the folder of the built site; undefined: there is none. */
export function serveDocs(app: Hono, root: string | undefined) {
  // Its pages name each other from here on.
  app.get('/docs', (c, next) => (pathOf(c) === '/docs' ? c.redirect('/docs/', 301) : next()))
  // Its generator puts its own place before every link, and an ending behind.
  app.get('/docs/api/docs.html', (c) => c.redirect('/api/docs'))
  app.use('/docs/*', compress())
  app.use('/docs/*', async (c, next) => {
    await next()
    // A name in assets holds the hash of what it names.
    const isKept = pathOf(c).startsWith('/docs/assets/') && c.res.ok
    c.header('cache-control', isKept ? 'public, max-age=31536000, immutable' : 'public, max-age=300')
  })
  if (root !== undefined) app.get('/docs/*', builtLater(root))
  app.get('/docs/*', (c) => c.text('Esta página não existe. · There is no such page.', 404))
}

/** It may be built while the server runs; of a folder that is not there yet the library would warn. */
function builtLater(root: string): MiddlewareHandler {
  let site: MiddlewareHandler | undefined
  return (c, next) => {
    if (existsSync(root))
      site ??= serveStatic({ root, rewriteRequestPath: (_, { req }) => fileOf(pathOf({ req }).slice('/docs'.length)) })
    return site ? site(c, next) : next()
  }
}

/** As it was asked for: the app's own paths have no slash at their end. */
const pathOf = (c: Pick<Context, 'req'>) => new URL(c.req.url).pathname

/** A page is linked to with its ending or without. */
const fileOf = (path: string) => (path.endsWith('/') || /\.\w+$/.test(path) ? path : `${path}.html`)
