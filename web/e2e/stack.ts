// The whole product, and the people and phones around it, as one test has them.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'
import type { TestPushService } from 'db/node/testing/test-push-service.ts'
import type postgres from 'postgres'
import { createCable, type Cable } from '../../scripts/cable.ts'
import { installApp } from './installed-app.ts'
import { logIn } from './log-in.ts'
import { startTestMailServer, type Letter, type TestMailServer } from '../../whatsapp-worker/src/test-mail-server.ts'
import { startProduct, type Product } from './product.ts'
import { openProfile, type ProfileOptions } from './profile.ts'
import { noteNotices } from './told.ts'
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
  /** A browser of its own with an empty page, which has the app already unless it is `bare`. */
  window(options?: WindowOptions): Promise<Page>
  /** The same, logged in. */
  person(email: string, options?: PersonOptions): Promise<Page>
  /** One that can be pulled while everybody else stays online. */
  ownCable(): Promise<Cable>
  /** Links the connection without going through the screen. */
  link(): Promise<void>
}

/** Of an installation that sends mail. */
const mailSettings = (url: string) => ({
  SMTP_URL: url,
  MAIL_FROM: 'Balcão <contas@balcao.example>',
  PUBLIC_URL: 'https://balcao.example',
})

interface WindowOptions extends ProfileOptions {
  /** Was never at the app's address. */
  bare?: boolean
  /** Instead of the one that all share. */
  cable?: Pick<Cable, 'port'>
}

export interface PersonOptions extends WindowOptions {
  /** Signs what they write, as it is by default; tests say so only when it matters to them. */
  signing?: boolean
  /** Before the first page of the context opens. */
  prepare?(context: BrowserContext): Promise<void>
}

interface Started {
  product: Product
  /** A profile that has the app already. */
  installed: string
}

/** What tests share: started for the first that asks, and as new for each. */
interface Shared {
  product(): Promise<Started>
}

async function startInstalled(): Promise<Started> {
  const product = await startProduct()
  return { product, installed: await installApp(product) }
}

interface Options {
  ownBuild: boolean
  demo: boolean
  mails: boolean
}

interface Fixtures extends Options {
  stack: Stack
  mailServer: TestMailServer
  letters: readonly Letter[]
}

export const test = base.extend<Fixtures, { shared: Shared }>({
  /** The app is served from a copy, `stack.webRoot`, which the test may change. */
  ownBuild: [false, { option: true }],
  /** The product is a demo, as `npm start` has it. */
  demo: [false, { option: true }],
  /** The product sends mail: to `letters`. */
  mails: [false, { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
  mailServer: async ({}, use) => {
    const server = await startTestMailServer()
    await use(server)
    await server.stop()
  },
  letters: async ({ mailServer }, use) => use(mailServer.received),
  /** Playwright's own has its own switches. */
  page: async ({ stack }, use) => use(await stack.window()),
  shared: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern
    async ({}, use) => {
      let started: Started | undefined
      await use({
        async product() {
          started ??= await startInstalled()
          await started.product.renew()
          return started
        },
      })
      await started?.product.stop()
    },
    { scope: 'worker' },
  ],
  stack: async ({ ownBuild, demo, mails, mailServer, shared }, use) => {
    const isOwn = ownBuild || demo || mails
    const { product, installed } = isOwn
      ? {
          product: await startProduct({ ownBuild, demo, ...(mails && { settings: mailSettings(mailServer.url) }) }),
          installed: null,
        }
      : await shared.product()
    const { stack, leave } = await openStack(product, installed)
    await use(stack)
    const unknownIqs = await stack.phones.unknownIqs()
    await leave()
    const telling = await product.telling()
    if (isOwn) await product.stop()
    expect(unknownIqs, 'the simulator knew every question of the worker').toEqual([])
    expect(telling, 'the logs tell nothing that anybody wrote').toEqual([])
  },
})

/** `installed`: a profile that has the app already. */
export async function openStack(product: Product, installed: string | null = null) {
  const { url, port, sql } = product
  const { host } = new URL(url)
  const folder = await mkdtemp(join(product.folder, 'stack-'))
  const contexts: BrowserContext[] = []
  const cables: Cable[] = []
  const phones = phonesClient(product.simulatorUrl)
  const stack: Stack = {
    url,
    webRoot: product.webRoot,
    cable: product.cable,
    phones,
    phonesPage: product.simulatorUrl,
    pushService: product.pushService,
    sql,
    owner: await phones.phone(companyNumber, 'Padaria Aurora'),
    customer: await phones.phone('5511911110001', 'Ana Souza'),
    async ownCable() {
      const own = await createCable(port)
      cables.push(own)
      return own
    },
    async window({ bare = false, cable, ...options } = {}) {
      const profile = await mkdtemp(join(folder, 'profile-'))
      if (installed !== null && !bare) await cp(installed, profile, { recursive: true })
      // The same address by another way: storage goes by the address.
      const page = await openProfile(
        profile,
        options,
        cable ? [`--host-resolver-rules=MAP ${host} 127.0.0.1:${cable.port}`] : [],
      )
      contexts.push(page.context())
      await page.context().addInitScript(noteNotices)
      return page
    },
    async person(email, { signing = false, prepare, ...options } = {}) {
      const page = await stack.window(options)
      const context = page.context()
      if (!signing) await context.addInitScript(`localStorage.setItem('sign-messages', 'off')`)
      await prepare?.(context)
      await logIn(page, url, email)
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
    /** Everybody goes home. */
    async leave() {
      await Promise.all(contexts.map((context) => context.close()))
      await Promise.all(cables.map((each) => each.close()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Somebody's access token, as other systems get it. */
export async function apiLogin(url: string, email: string) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: demoPassword }),
  })
  const { token } = (await response.json()) as { token: string }
  return token
}
