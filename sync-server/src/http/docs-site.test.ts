// The documentation: what the server says of its pages, and that what its pages link to is there.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { guide } from '../../../docs/.vitepress/guide.ts'
import { fromRoot } from '../../../scripts/paths.ts'
import { startTestApi, type TestApi } from '../test-api.ts'
import { serveDocs } from './docs-site.ts'

let api: TestApi
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'balcao-docs-'))
  const [web, docs] = [join(root, 'web'), join(root, 'docs')]
  for (const folder of [web, join(docs, 'assets'), join(docs, 'guia')]) await mkdir(folder, { recursive: true })
  await writeFile(join(web, 'index.html'), '<title>App</title>')
  await writeFile(join(root, 'secrets.json'), 'segredo')
  await writeFile(join(docs, 'index.html'), '<title>Guia</title>')
  await writeFile(join(docs, 'guia/index.html'), '<title>Primeiros passos</title>')
  await writeFile(join(docs, 'guia/atender.html'), '<title>Atender</title>')
  await writeFile(join(docs, 'assets/app.Ab12.js'), 'docs')
  api = await startTestApi({ WEB_ROOT: web, DOCS_ROOT: docs })
})
afterAll(async () => {
  await api.stop()
  await rm(root, { recursive: true })
})

const get = (path: string) => Promise.resolve(api.handle(new Request(`http://balcao.test${path}`)))

test.each([
  ['/docs/', 200, 'Guia', 'public, max-age=300'],
  ['/docs/guia/', 200, 'Primeiros passos', 'public, max-age=300'],
  ['/docs/guia/atender', 200, 'Atender', 'public, max-age=300'],
  ['/docs/guia/atender.html', 200, 'Atender', 'public, max-age=300'],
  ['/docs/assets/app.Ab12.js', 200, 'docs', 'public, max-age=31536000, immutable'],
  ['/docs/assets/none.js', 404, 'não existe', 'public, max-age=300'],
  ['/docs/guia/none', 404, 'não existe', 'public, max-age=300'],
  ['/docs/..%2fsecrets.json', 404, 'não existe', 'public, max-age=300'],
])('%s answers %i', async (path, status, text, kept) => {
  const answer = await get(path)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, kept])
  expect(await answer.text()).toContain(text)
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self' 'wasm-unsafe-eval'")
})

test.each([
  ['/docs', 301, '/docs/'],
  ['/docs/api/docs.html', 302, '/api/docs'],
])('%s leads on', async (path, status, to) => {
  const answer = await get(path)
  expect([answer.status, answer.headers.get('location')]).toEqual([status, to])
})

test('before it is built nothing is warned of, and once it is, it is there', async () => {
  const warned = vi.spyOn(console, 'error').mockImplementation(() => {})
  const later = join(root, 'later')
  const app = new Hono()
  serveDocs(app, later)
  const status = async () => (await app.request('http://balcao.test/docs/')).status
  expect(await status()).toBe(404)
  await mkdir(later)
  await writeFile(join(later, 'index.html'), '<title>Guia</title>')
  expect(await status()).toBe(200)
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
})

const pages = globSync('docs/**/*.md', { cwd: fromRoot('.') }).filter((page) => !page.includes('.vitepress'))

/** As the site's headings are called: words, joined. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/[`*_]/g, '')
    .trim()
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

test.each([...pages, 'README.md', 'AGENTS.md'])('what %s links to is there', (page) => {
  const text = readFileSync(fromRoot(page), 'utf8').replaceAll(/```[\s\S]*?```/g, '')
  const links = [...text.matchAll(/!?\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, link]) => link ?? '')
  const inner = links.filter((link) => !/^(https?:|mailto:|\/api\/)/.test(link))
  const missing = inner.filter((link) => {
    const [path = '', anchor] = link.split('#')
    const from = path.startsWith('/') ? fromRoot(`docs${path}`) : resolve(dirname(fromRoot(page)), path)
    const found =
      path === '' ? [fromRoot(page)] : [from, `${from}.md`, join(from, 'index.md')].filter((one) => existsSync(one))
    if (found.length === 0) return true
    if (anchor === undefined) return false
    const target = found.findLast((one) => one.endsWith('.md'))
    const headings = target ? [...readFileSync(target, 'utf8').matchAll(/^#{1,6} (.+)$/gm)] : []
    return !headings.some(([, heading]) => anchorOf(heading ?? '') === anchor)
  })
  expect(missing).toEqual([])
})

test('the guide has the pages that its menu names, each begun by its title', () => {
  const begun = guide.map(({ page }) => {
    const path = fromRoot(`docs/guia/${page || 'index'}.md`)
    return existsSync(path) ? /^# (.+)$/m.exec(readFileSync(path, 'utf8'))?.[1] : undefined
  })
  expect(begun).toEqual(guide.map(({ title }) => title))
})
