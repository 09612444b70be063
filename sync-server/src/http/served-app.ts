// The built app. Hashed files never change; everything else is asked for again, or an update would never arrive.
// At the addresses at which people come for the first time the page has the login in it: whoever has the app already does not ask here.
// Invariant: the page goes out with the policy that allows the import map of this very page, whatever the build is replaced by meanwhile.
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { createMiddleware } from 'hono/factory'
import { parseAccept } from 'hono/utils/accept'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { securityHeaders } from './security-headers.ts'

interface ServedAppOptions {
  /** First visits find the login in the page. Not where it shows more than the login. */
  firstPage: boolean
}

/** `root` is the folder of the build, which has its files compressed already; the page is as it goes out. */
export function serveApp(app: Hono, root: string, { firstPage }: ServedAppOptions) {
  app.use(compress())
  app.use(async (c, next) => {
    await next()
    const immutable = c.req.path.startsWith('/assets/') && c.res.ok
    c.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  })
  const index = join(root, 'index.html')
  const page = appPage(index)
  if (firstPage) app.on('GET', ['/', '/login'], appPage(index, join(root, 'first-page.json')))
  // A file of an earlier build, or of none, is no screen of the app.
  app.get('*', (c, next) => (isFile(c.req.path) ? next() : page(c, next)))
  app.use(serveStatic({ root, precompressed: true }))
}

const isFile = (path: string) => path !== '/index.html' && /^\/assets(\/|$)|\.\w+$/.test(path)

/** Which file each module is in (`chunkImportMap` in vite.config.ts). */
const importMap = /<script type="importmap">(.*?)<\/script>/s

/** `first`: the file with what stands in it already, by language; without it nothing does. */
function appPage(path: string, first?: string) {
  return createMiddleware(async (c, next) => {
    const [built, pages] = await Promise.all([path, first].map(readText))
    if (!built) return next()
    const html = pages ? withFirstPage(built, v.parse(firstPages, JSON.parse(pages)), c) : built
    const [, script] = importMap.exec(html) ?? []
    const allow = securityHeaders(script && `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    await allow(c, async () => {
      c.res = c.html(html)
    })
  })
}

const readText = async (path: string | undefined) =>
  path === undefined ? null : readFile(path, 'utf8').catch(() => null)

const written = v.object({ lang: v.string(), html: v.string() })
/** By language, Portuguese too; made by web/scripts/first-page.ts. */
const firstPages = v.objectWithRest({ pt: written }, written)

/** In the language that the app will choose, too (`preferredLanguage`), if nobody chose another. */
function withFirstPage(built: string, pages: v.InferOutput<typeof firstPages>, c: Context) {
  c.header('vary', 'Accept-Language', { append: true })
  const { lang, html } =
    parseAccept(c.req.header('accept-language') ?? '')
      .map(({ type }) => pages[type.toLowerCase().slice(0, 2)])
      .find((each) => each !== undefined) ?? pages.pt
  return (
    built
      .replace(/<html lang="[^"]*"/, () => `<html lang="${lang}"`)
      .replace('<div id="root"></div>', (root) => html + root)
      // What is painted before any code must not wait for it on a slow line.
      .replaceAll(/<(link rel="modulepreload"|script type="module")/g, '<$1 fetchpriority="low"')
  )
}
