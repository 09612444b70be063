// What a browser is told beside the answers themselves: which files there are, what it may keep, and what pages of ours may do.
import { testCompany } from 'db/node/testing/test-world.ts'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from './test-api.ts'

let api: TestApi
let root: string
let email: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'balcao-web-'))
  await mkdir(join(root, 'assets'))
  await writeFile(join(root, 'index.html'), '<title>Balcão</title>')
  await writeFile(join(root, 'sw.js'), 'self')
  await writeFile(join(root, 'assets', 'index-Ab12.js'), 'app')
  api = await startTestApi({ WEB_ROOT: root })
  email = (await (await testCompany(api.db)).user('admin')).email
})
afterAll(async () => {
  await api.stop()
  await rm(root, { recursive: true })
})

const get = async (path: string, init?: RequestInit) => api.handle(new Request(`http://balcao.test${path}`, init))

describe('the app', () => {
  test.each(['/', '/tickets', '/tickets/0198', '/contacts/', '/sem/rota'])(
    '%s is its page, asked for anew',
    async (path) => {
      const answer = await get(path)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-cache'])
      expect(await answer.text()).toContain('Balcão')
    },
  )

  test('a hashed file is kept for a year, any other is asked for anew', async () => {
    const kept = async (path: string) => (await get(path)).headers.get('cache-control')
    expect(await kept('/assets/index-Ab12.js')).toBe('public, max-age=31536000, immutable')
    expect(await kept('/sw.js')).toBe('no-cache')
  })

  test.each(['/assets/none.js', '/assets/none', '/assets/', '/assets', '/none.js', '/icons/none.png', '/index.php'])(
    '%s is not there, and that is not kept',
    async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const answer = await get(path, { method })
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-cache'])
        expect(await answer.text()).not.toContain('Balcão')
      }
    },
  )
})

describe('the import map that stands in the page', () => {
  const withMap = (map: string) => `<title>Balcão</title><script type="importmap">${map}</script>`
  const scripts = async (path: string) =>
    /script-src ([^;]*)/.exec((await get(path)).headers.get('content-security-policy') ?? '')?.[1]
  const allowed = (map: string) =>
    `'self' 'wasm-unsafe-eval' 'sha256-${createHash('sha256').update(map).digest('base64')}'`
  const build = (html: string) => writeFile(join(root, 'index.html'), html)
  afterAll(() => build('<title>Balcão</title>'))

  test('is the one that its page allows, and that of the next build is as soon as it is there', async () => {
    for (const map of ['{"imports":{"/assets/a.js":"/assets/a-1.js"}}', '{"imports":{}}\n']) {
      await build(withMap(map))
      for (const path of ['/', '/index.html', '/tickets'])
        expect([path, await scripts(path)]).toEqual([path, allowed(map)])
      expect(await scripts('/sw.js')).toBe("'self' 'wasm-unsafe-eval'")
    }
  })

  test('no other script that stands in it is allowed', async () => {
    await build('<title>Balcão</title><script>alert(1)</script>')
    expect(await scripts('/')).toBe("'self' 'wasm-unsafe-eval'")
  })

  test('a build that is gone leaves no page', async () => {
    await rm(join(root, 'index.html'))
    expect((await get('/')).status).toBe(404)
  })
})

describe('the page of a first visit', () => {
  const built = (lang: string, login: string) => `<html lang="${lang}">${login}<div id="root"></div></html>`
  const saying = (html: string) => ({ lang: html === 'Entrar' ? 'pt-BR' : 'xx', html })
  const asked = async (path: string, language?: string) => {
    const answer = await get(path, language === undefined ? {} : { headers: { 'accept-language': language } })
    return [await answer.text(), answer.headers.get('vary')]
  }
  beforeAll(async () => {
    await writeFile(join(root, 'index.html'), built('pt-BR', ''))
    const pages = { pt: saying('Entrar'), en: saying('Log in'), es: saying('$& Entrar') }
    await writeFile(join(root, 'first-page.json'), JSON.stringify(pages))
  })
  afterAll(async () => {
    await rm(join(root, 'first-page.json'))
    await writeFile(join(root, 'index.html'), '<title>Balcão</title>')
  })

  test.each([
    [undefined, 'Entrar'],
    ['pt-BR,pt;q=0.9', 'Entrar'],
    ['de, en-GB;q=0.7, es;q=0.8', '$& Entrar'],
    ['EN', 'Log in'],
    ['de', 'Entrar'],
    ['__proto__, ;;,q=', 'Entrar'],
  ])('has the login in the language that the browser asks for: %s', async (language, html) => {
    for (const path of ['/', '/login'])
      expect(await asked(path, language)).toEqual([
        built(saying(html).lang, html),
        expect.stringContaining('Accept-Language'),
      ])
  })

  test('no other address has it, nor what the service worker keeps', async () => {
    for (const path of ['/index.html', '/tickets', '/setup'])
      expect(await asked(path, 'en')).toEqual([built('pt-BR', ''), expect.not.stringContaining('Accept-Language')])
  })
})

describe('no cache keeps', () => {
  const cacheControl = async (path: string, init?: RequestInit) =>
    (await get(`/api${path}`, init)).headers.get('cache-control')

  test('what REST answers, whether it does or refuses', async () => {
    const token = await api.login(email)
    const authorization = `Bearer ${token}`
    for (const path of ['/tickets', '/contacts', '/auth/me', '/contacts/none', '/none', '/contacts?cursor=x'])
      expect([path, await cacheControl(path, { headers: { authorization } })]).toEqual([path, 'no-store'])
    for (const path of ['/tickets', '/health', '/none', '/contacts?searchParam=%00'])
      expect([path, await cacheControl(path)]).toEqual([path, 'no-store'])
  })

  test('what login, refresh and logout answer', async () => {
    const headers = { 'content-type': 'application/json', origin: 'http://balcao.test' }
    for (const password of ['segredo-1', 'errada'])
      expect(
        await cacheControl('/auth/login', { method: 'POST', headers, body: JSON.stringify({ email, password }) }),
      ).toBe('no-store')
    expect(await cacheControl('/auth/refresh_token', { method: 'POST', headers })).toBe('no-store')
    expect(await cacheControl('/auth/logout', { method: 'DELETE', headers })).toBe('no-store')
  })
})

test.each(['/', '/assets/index-Ab12.js', '/assets/none.js', '/api/health', '/api/tickets'])(
  '%s says what its page may do',
  async (path) => {
    const { headers } = await get(path)
    const policy = headers.get('content-security-policy') ?? ''
    for (const rule of ["default-src 'self'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'self'"])
      expect(policy).toContain(rule)
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval';/)
    const permissions = headers.get('permissions-policy')?.split(', ') ?? []
    expect(permissions).toEqual(
      expect.arrayContaining(['microphone=(self)', 'geolocation=(self)', 'camera=()', 'usb=()']),
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  },
)
