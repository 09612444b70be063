// The whole product for one test: a seeded database, simulator, worker, sync-server with the built app, each a real process.
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { freePort } from 'db/node/embedded-postgres.ts'
import { demoPassword } from 'db/node/seed.ts'
import { testDatabase } from 'db/node/test-database.ts'
import { startTestPushService, type TestPushService } from 'db/node/test-push-service.ts'
import postgres from 'postgres'
import { fromRoot } from '../../scripts/paths.ts'
import { createProcesses } from '../../scripts/processes.ts'
import { createCable, type Cable } from './cable.ts'
import { linesThatTell } from './logs.ts'
import { openProfile, type ProfileOptions } from './profile.ts'
import { phonesClient, type Phone, type PhonesClient } from './simulator.ts'

export const companyNumber = '5511900000001'

export interface Stack {
  /** Address of the app, through the cable. */
  url: string
  /** Folder of the built app. */
  webRoot: string
  cable: Cable
  phones: PhonesClient
  /** The page of the simulated phones. */
  phonesPage: string
  /** Where the worker sends notifications; Chromium's own push service is not there in tests. */
  pushService: TestPushService
  sql: postgres.Sql
  /** The company's own phone, which scans the QR. */
  owner: Phone
  customer: Phone
  /** A browser of its own with an empty page. */
  window(options?: ProfileOptions): Promise<Page>
  /** The same, logged in. */
  person(email: string, options?: PersonOptions): Promise<Page>
  /** One that can be pulled while everybody else stays online. */
  ownCable(): Promise<Cable>
  /** Links the connection without going through the screen. */
  link(): Promise<void>
}

interface PersonOptions extends ProfileOptions {
  /** Instead of the one that all share. */
  cable?: Cable
  /** Signs what they write, as it is by default; tests say so only when it matters to them. */
  signing?: boolean
  /** Before the first page of the context opens. */
  prepare?(context: BrowserContext): Promise<void>
}

export const test = base.extend<{ stack: Stack; ownBuild: boolean }>({
  /** The app is served from a copy, `stack.webRoot`, which the test may change. */
  ownBuild: [false, { option: true }],
  /** Playwright's own has its own switches. */
  page: async ({ stack }, use) => use(await stack.window()),
  stack: async ({ ownBuild }, use) => {
    const contexts: BrowserContext[] = []
    const { stack, stop } = await startStack(contexts, ownBuild)
    await use(stack)
    const unknownIqs = await stack.phones.unknownIqs()
    await Promise.all(contexts.map((context) => context.close()))
    const telling = await stop()
    expect(unknownIqs, 'the simulator knew every question of the worker').toEqual([])
    expect(telling, 'the logs tell nothing that anybody wrote').toEqual([])
  },
})

export async function startStack(contexts: BrowserContext[], ownBuild: boolean) {
  const database = await testDatabase()
  const sql = postgres(database.ownerUrl, { max: 2, onnotice: () => {} })
  const folder = await mkdtemp(join(tmpdir(), 'balcao-stack-'))
  const [port, simulatorPort] = [await freePort(), await freePort()]
  const cable = await createCable(port)
  const cables = [cable]
  const webRoot = ownBuild ? join(folder, 'web') : fromRoot('web/dist')
  if (ownBuild) await cp(fromRoot('web/dist'), webRoot, { recursive: true })
  const pushService = await startTestPushService()
  const { vapid } = pushService
  const url = `http://127.0.0.1:${cable.port}`
  const processes = createProcesses()
  const lines: string[] = []
  const start = (name: string, file: string, ready: string, env: Record<string, string>) => {
    const onLine = (line: string) => {
      if (name !== 'simulator') lines.push(line)
      if (!/^\{"level":[123]0/.test(line)) console.log(`${name}: ${line}`)
    }
    return processes.start({ name, file: fromRoot(file), ready, env, watch: false, onExit: () => {}, onLine })
  }

  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`
  const shared = {
    DATABASE_URL: database.url,
    SESSION_KEYS_SECRET: randomBytes(32).toString('base64'),
    MEDIA_DIR: join(folder, 'media'),
    LOG_LEVEL: 'trace',
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    VAPID_SUBJECT: vapid.subject,
    PUSH_ALLOW_LOOPBACK: '1',
  }
  await Promise.all([
    start('simulator', 'whatsapp-worker/simulator/main.ts', 'listening', {
      SIMULATOR_PORT: String(simulatorPort),
      SIMULATOR_STATE: join(folder, 'simulator.json'),
    }),
    start('sync-server', 'sync-server/src/main.ts', 'listening', {
      ...shared,
      SHAPES_DATABASE_URL: database.shapesUrl,
      PORT: String(port),
      JWT_SECRET: 'e'.repeat(32),
      SHAPES_DIR: join(folder, 'shapes'),
      UPLOADS_DIR: join(folder, 'uploads'),
      WEB_ROOT: webRoot,
      SIMULATOR_URL: simulatorUrl,
    }),
  ])
  await start('worker', 'whatsapp-worker/src/main.ts', 'worker ready', {
    ...shared,
    WHATSAPP_URL: `ws://127.0.0.1:${simulatorPort}/ws/chat`,
  })

  const phones = phonesClient(simulatorUrl)
  const stack: Stack = {
    url,
    webRoot,
    cable,
    phones,
    phonesPage: simulatorUrl,
    pushService,
    sql,
    owner: await phones.phone(companyNumber, 'Padaria Aurora'),
    customer: await phones.phone('5511911110001', 'Ana Souza'),
    async ownCable() {
      const own = await createCable(port)
      cables.push(own)
      return own
    },
    async window(options) {
      const page = await openProfile(await mkdtemp(join(folder, 'profile-')), options)
      contexts.push(page.context())
      return page
    },
    async person(email, { cable: own, signing = false, prepare, ...options } = {}) {
      const page = await stack.window(options)
      const context = page.context()
      if (!signing) await context.addInitScript(`localStorage.setItem('sign-messages', 'off')`)
      await prepare?.(context)
      await logIn(page, own ? `http://127.0.0.1:${own.port}` : url, email)
      return page
    },
    async link() {
      const [connection] = await sql<
        {
          id: string
        }[]
      >`
        select c.id from connections c join companies o on o.id = c.company_id where o.name = 'Padaria Aurora'`
      const token = await apiLogin(url, 'helena@aurora.example')
      const headers = { authorization: `Bearer ${token}` }
      await fetch(`${url}/api/whatsappsession/${connection?.id}`, {
        method: 'POST',
        headers,
      })
      const row = async () => (await sql`select status, qrcode from connections where id = ${connection?.id ?? ''}`)[0]
      await expect.poll(async () => (await row())?.['status']).toBe('qrcode')
      await stack.owner.scanQr(String((await row())?.['qrcode']))
      await expect.poll(async () => (await row())?.['status']).toBe('CONNECTED')
    },
  }
  return {
    stack,
    /** Resolves with what the logs should not have told. */
    async stop() {
      await processes.stopAll()
      const telling = await linesThatTell(sql, lines)
      await Promise.all(cables.map((each) => each.close()))
      await pushService.stop()
      await sql.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
      return telling
    },
  }
}

async function apiLogin(url: string, email: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}

export async function logIn(page: Page, url: string, email: string) {
  await page.goto(`${url}/login`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('button', { name: 'Perfil' })).toBeVisible()
}
