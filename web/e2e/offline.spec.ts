// What must hold whatever happens to network, tabs, storage and sessions: nothing that somebody did is lost, and nothing stays on a
// device that its user may not see.
import { createHmac } from 'node:crypto'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'
import { expectAccessible } from './accessible.ts'
import { bubble, item, openConversation, pill, synced, write } from './conversation.ts'
import { outboxSize, ownedFolders } from './local-databases.ts'
import { logIn } from './log-in.ts'
import { cutNetwork, goOffline, goOnline } from './offline.ts'
import { companyNumber, test, type Stack } from './stack.ts'

const helena = 'helena@aurora.example'
const rafael = 'rafael@aurora.example'

/** A page of the app's origin without the app: nothing has the database open. */
async function withoutApp(stack: Stack, context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${stack.url}/icons/192.png`)
  for (const other of context.pages()) if (other !== page) await other.close()
  return page
}

/** Run in a page that nothing else keeps from the files. */
const harms = {
  async damage(names: readonly string[]) {
    const root = await navigator.storage.getDirectory()
    for await (const [folderName, folder] of root.entries()) {
      if (!folderName.startsWith('balcao-') || !(folder instanceof FileSystemDirectoryHandle)) continue
      for (const name of names) {
        const file = await folder.getFileHandle(name)
        const { size } = await file.getFile()
        const stream = await file.createWritable({ keepExistingData: true })
        await stream.write(new Uint8Array(size).fill(7))
        await stream.close()
      }
    }
  },
  async remove() {
    const root = await navigator.storage.getDirectory()
    for await (const name of root.keys())
      if (name.startsWith('balcao-')) await root.removeEntry(name, { recursive: true })
  },
}

test('without its database program the app works online only, and the outbox is as safe as ever', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael, {
    bare: true,
    serviceWorkers: 'block',
    prepare: async (context) => void (await context.route('**/*.wasm', (route) => route.abort())),
  })
  await expect(pill(page, /Só online/)).toBeVisible()
  await stack.customer.sendText(companyNumber, 'Tem bolo?')
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  await item(page, 'Ana Souza').getByRole('button', { name: 'Aceitar' }).click()
  await expect(bubble(page, 'Tem bolo?')).toBeVisible()
  await write(page, 'De cenoura.')
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['De cenoura.'])
  await expect.poll(() => outboxSize(page)).toBe(0)

  await cutNetwork(page.context(), stack.cable)
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('E de fubá.')
  await page.keyboard.press('Enter')
  await expect(pill(page, /Offline · 1/)).toBeVisible()
  await goOnline(page.context(), stack.cable)
  await expect(bubble(page, 'E de fubá.')).toBeVisible()
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['De cenoura.', 'E de fubá.'])
  await expect(pill(page, /Só online/)).toBeVisible()
})

test('a database that is damaged, whose journal is, then one that is gone, is made anew; what waited is sent once', async ({
  stack,
}) => {
  await stack.link()
  let page = await stack.person(rafael)
  const context = page.context()
  await openConversation(stack, page)
  const ticketPath = new URL(page.url()).pathname
  const inTurn = [
    ['damage', ['blocks'], 'Escrita antes do dano.'],
    ['damage', ['journal-0', 'journal-1'], 'Escrita antes do outro dano.'],
    ['remove', [], 'Escrita antes da perda.'],
  ] as const
  for (const [harm, names, text] of inTurn) {
    await cutNetwork(context, stack.cable)
    await write(page, text)
    const bare = await withoutApp(stack, context)
    // A worker that just ended gives its files back a moment later.
    await expect(() => bare.evaluate(harms[harm], names)).toPass()
    await goOnline(context, stack.cable)
    page = await context.newPage()
    await page.goto(stack.url + ticketPath)
    await bare.close()
    await expect(bubble(page, text)).toBeVisible()
    await synced(page)
  }
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(inTurn.map(([, , text]) => text))
})

test('what a customer says while somebody reads and answers without network is unread to them afterwards', async ({
  stack,
}) => {
  await stack.link()
  const page = await stack.person(rafael)
  await openConversation(stack, page)
  const leave = async () => {
    await page.getByRole('link', { name: 'Atendimentos' }).click()
    await expect(bubble(page, 'Oi, tudo bem?')).toBeHidden()
  }
  const row = item(page, 'Ana Souza')
  await leave()
  await stack.customer.sendText(companyNumber, 'Ainda estão aí?')
  await expect(row).toContainText('1 não lida')
  await goOffline(page, stack.cable)
  await row.getByRole('link').click()
  await expect(bubble(page, 'Ainda estão aí?')).toBeVisible()
  await expect(row).not.toContainText('não lida')
  await write(page, 'Estamos!')
  await leave()
  await stack.customer.sendText(companyNumber, 'Então até já')
  const unread = async () => (await stack.sql`select unread_messages as n, last_message as last from tickets`)[0]
  await expect.poll(unread).toEqual({ n: 2, last: 'Então até já' })

  await goOnline(page.context(), stack.cable)
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['Estamos!'])
  await synced(page)
  await expect(row).toContainText('1 não lida')
  expect(await unread()).toEqual({ n: 1, last: 'Estamos!' })
  await row.getByRole('link').click()
  await expect(bubble(page, 'Então até já')).toBeVisible()
  await expect(row).not.toContainText('não lida')
})

test('what the screen shows as written survives the death of its tab in the same moment', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  const context = page.context()
  await openConversation(stack, page)
  const ticketPath = new URL(page.url()).pathname
  const bare = await context.newPage()
  await bare.goto(`${stack.url}/icons/192.png`)
  await bare.evaluate(keepOutboxBusy)
  await write(page, 'Escrita na última hora.')
  await page.close()
  await bare.close()

  const again = await context.newPage()
  await again.goto(stack.url + ticketPath)
  await expect(bubble(again, 'Escrita na última hora.')).toBeVisible()
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['Escrita na última hora.'])
})

/** Nobody else gets at the outbox until this page is closed. */
function keepOutboxBusy() {
  const { promise: busy, resolve } = Promise.withResolvers<void>()
  const opening = indexedDB.open('balcao')
  opening.onsuccess = () => {
    const store = opening.result.transaction('outbox', 'readwrite').objectStore('outbox')
    const goOn = () => {
      resolve()
      store.count().onsuccess = goOn
    }
    goOn()
  }
  return busy
}

test('logout asks about what waits and wipes; a lost session wipes but keeps it for the same person', async ({
  stack,
}) => {
  await stack.link()
  const page = await stack.person(rafael)
  const context = page.context()
  await openConversation(stack, page)
  await cutNetwork(context, stack.cable)
  await write(page, 'Fica guardada.')

  // His own login elsewhere ends this one: 401 as soon as there is network.
  await logInElsewhere(stack, rafael)
  await goOnline(context, stack.cable)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Sua conta foi acessada em outro computador.')).toBeVisible()
  await expect.poll(() => ownedFolders(page)).toEqual([])

  await logIn(page, stack.url, 'marina@aurora.example')
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  await expect(item(page, 'Ana Souza')).toBeHidden()
  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => ownedFolders(page)).toEqual([])
  expect(await stack.customer.receivedTexts()).toEqual([])

  await logIn(page, stack.url, rafael)
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['Fica guardada.'])

  await item(page, 'Ana Souza').click()
  await goOffline(page, stack.cable)
  await write(page, 'Vai ser descartada.')
  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 ação ainda não chegou')
  await page.getByRole('button', { name: 'Sair e descartar' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => ownedFolders(page)).toEqual([])

  await test.step('the server hears of a logout without network when there is one, with or without a tab', async () => {
    expect(await loggedIn(stack, rafael)).toBe(1)
    await goOnline(context, stack.cable)
    await expect.poll(() => loggedIn(stack, rafael)).toBe(0)

    await logIn(page, stack.url, rafael)
    await goOffline(page, stack.cable)
    await page.getByRole('button', { name: 'Perfil' }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await expect(page).toHaveURL(/\/login/)
    const bare = await withoutApp(stack, context)
    expect(await loggedIn(stack, rafael)).toBe(1)
    const sync = await backgroundSync(stack, context, bare)
    await goOnline(context, stack.cable)
    await sync()
    await expect.poll(() => loggedIn(stack, rafael)).toBe(0)
  })
})

const loggedIn = async ({ sql }: Stack, email: string) =>
  (
    await sql`select l.id from logins l join users u on u.id = l.user_id where u.email = ${email} and l.ended_at is null`
  ).length

async function logInElsewhere({ ownCable }: Stack, email: string) {
  const elsewhere = `http://127.0.0.1:${(await ownCable()).port}`
  const body = JSON.stringify({ email, password: demoPassword })
  const headers = { 'content-type': 'application/json', origin: elsewhere }
  expect((await fetch(`${elsewhere}/api/auth/login`, { method: 'POST', headers, body })).status).toBe(200)
}

/** What wakes the service worker: the browser's own way to say that the network is back needs a real one. */
async function backgroundSync(stack: Stack, context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page)
  const registered = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL === `${stack.url}/`)
    if (own) registered.resolve(own.registrationId)
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered.promise
  const event = { origin: stack.url, registrationId, tag: 'outbox', lastChance: false }
  return () => session.send('ServiceWorker.dispatchSyncEvent', event)
}

test('an overdue company keeps what is on the device, is told why nothing goes out, and goes on once it has paid', async ({
  stack,
}) => {
  await stack.link()
  const page = await stack.person(rafael)
  await openConversation(stack, page)
  await stack.sql`update companies set due_date = now() - interval '2 days' where not operator`
  await lapseToken(page)
  await page.reload()
  await expect(pill(page, /^Assinatura vencida/)).toBeVisible()
  await expect(page.getByText(/Sua assinatura venceu em \d\d\/\d\d\/\d{4}\./)).toBeVisible()
  await expect(bubble(page, 'Oi, tudo bem?')).toBeVisible()
  await write(page, 'Fica na fila.')
  await expect(pill(page, /^Assinatura vencida · 1 na fila/)).toBeVisible()
  await expect(page.getByText('Assinatura vencida: o que você escrever fica guardado')).toBeVisible()
  await expectAccessible(page)
  expect(await stack.customer.receivedTexts()).toEqual([])

  await stack.sql`update companies set due_date = now() + interval '30 days'`
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['Fica na fila.'])
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  await expect(page.getByText('Sua assinatura venceu')).toBeHidden()
})

async function lapseToken(page: Page) {
  const { token } = await page.evaluate(storedSession, null)
  await page.evaluate(storedSession, expiredToken(token))
}

/** Reads the session, or gives it another token. */
function storedSession(token: string | null): Promise<{ token: string }> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('balcao')
    opening.addEventListener('error', () => reject(new Error('no store')))
    opening.addEventListener('success', () => {
      const store = opening.result.transaction('session', 'readwrite').objectStore('session')
      store.get('current').addEventListener('success', ({ target }) => {
        const session = (target as IDBRequest<{ token: string }>).result
        if (token === null) return resolve(session)
        store.put({ ...session, token }, 'current').addEventListener('success', () => resolve(session))
      })
    })
  })
}

/** The claims of a token of the stack's server, as they would be a while later. */
function expiredToken(token: string): string {
  const [header = '', payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
  const past = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url')
  const signature = createHmac('sha256', 'e'.repeat(32)).update(`${header}.${past}`).digest('base64url')
  return `${header}.${past}.${signature}`
}

test('rows leave the device with a lost queue, a transfer and a lost role', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  const admin = await stack.person(helena)
  await openConversation(stack, page)

  // On a phone, whose list stands for the conversation that goes: nothing asks for one that is a colleague's now.
  await page.setViewportSize({ width: 390, height: 844 })
  const refusals: string[] = []
  page.on('response', (response) => response.status() === 403 && refusals.push(response.url()))
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Transferir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
  await dialog.getByRole('combobox', { name: 'Fila' }).click()
  await page.getByRole('option', { name: 'Financeiro' }).click()
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  await expect(page.getByText('Ninguém aguardando')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await synced(page)
  expect(refusals).toEqual([])

  await stack.sql`update tickets set queue_id = (select id from queues where name = 'Vendas' limit 1)`
  await stack.sql`update messages set queue_id = (select id from queues where name = 'Vendas' limit 1)`
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  await expect(item(page, 'Ana Souza')).toBeVisible()

  await stack.sql`delete from user_queues where user_id = (select id from users where email = ${rafael})`
  await expect(item(page, 'Ana Souza')).toBeHidden()

  await expect(admin.getByRole('link', { name: 'Filas' })).toBeVisible()
  await stack.sql`update users set profile = 'user' where email = ${helena}`
  await stack.sql`delete from user_queues where user_id = (select id from users where email = ${helena})`
  await expect(admin.getByRole('link', { name: 'Filas' })).toBeHidden()
  await admin.getByRole('tab', { name: /Aguardando/ }).click()
  await expect(item(admin, 'Ana Souza')).toBeHidden()
})

test('tabs share one database; when the one that leads is closed, another goes on', async ({ stack }) => {
  await stack.link()
  const first = await stack.person(rafael)
  const context = first.context()
  await openConversation(stack, first)
  const second = await context.newPage()
  await second.goto(first.url())
  await expect(bubble(second, 'Oi, tudo bem?')).toBeVisible()
  await write(second, 'Da segunda aba.')
  await expect(bubble(first, 'Da segunda aba.')).toBeVisible()

  await cutNetwork(context, stack.cable)
  await write(second, 'Sem rede, sem líder.')
  await first.close()
  await write(second, 'A segunda lidera.')
  await goOnline(context, stack.cable)
  await expect
    .poll(() => stack.customer.receivedTexts())
    .toEqual(['Da segunda aba.', 'Sem rede, sem líder.', 'A segunda lidera.'])
  await stack.customer.sendText(companyNumber, 'Recebi tudo!')
  await expect(bubble(second, 'Recebi tudo!')).toBeVisible()
})

test('what waits is sent without a tab when the network is back', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  const context = page.context()
  await openConversation(stack, page)
  await cutNetwork(context, stack.cable)
  await write(page, 'Aba fechada, mensagem não.')
  // In the outbox: what a tab has only noted waits for the next tab.
  await expect(pill(page, /Offline · 1/)).toBeVisible()
  const bare = await withoutApp(stack, context)
  const sync = await backgroundSync(stack, context, bare)
  await goOnline(context, stack.cable)
  await sync()
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['Aba fechada, mensagem não.'])
  const again = await context.newPage()
  await again.goto(`${stack.url}/tickets`)
  await expect(pill(again, /Tudo sincronizado/)).toBeVisible()
  expect(await stack.customer.receivedTexts()).toEqual(['Aba fechada, mensagem não.'])
})

test('after a week without the server the rows are gone and the work is not', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  const context = page.context()
  await openConversation(stack, page)
  await cutNetwork(context, stack.cable)
  await write(page, 'Escrita na viagem.')
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('balcao')
        opening.addEventListener('error', () => reject(new Error('no store')))
        opening.addEventListener('success', () => {
          const store = opening.result.transaction('session', 'readwrite').objectStore('session')
          const reading = store.get('current')
          reading.addEventListener('success', () => {
            const aged = { ...reading.result, contactAt: Date.now() - 8 * 86_400_000 }
            store.put(aged, 'current').addEventListener('success', () => resolve())
          })
        })
      }),
  )
  await page.reload()
  await expect(page.getByText('Conecte-se à internet para continuar')).toBeVisible()
  await expect.poll(() => ownedFolders(page)).toEqual([])
  await goOnline(context, stack.cable)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect.poll(() => stack.customer.receivedTexts()).toEqual(['Escrita na viagem.'])
})

test('a screen whose code is not on the device says so, and comes with the network', async ({ stack }) => {
  const page = await stack.person(rafael, { bare: true, serviceWorkers: 'block' })
  await page.getByRole('link', { name: 'Mensagens rápidas' }).click()
  await expect(page.getByText('Nenhuma mensagem rápida ainda')).toBeVisible()

  await goOffline(page, stack.cable)
  await page.getByRole('link', { name: 'Adicionar mensagem rápida' }).click()
  await expect(page.getByText('Esta tela ainda não está neste dispositivo')).toBeVisible()
  await page.getByRole('link', { name: 'Etiquetas' }).click()
  await expect(page.getByText('Esta tela ainda não está neste dispositivo')).toBeVisible()
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(page.getByText('Esta tela ainda não está neste dispositivo')).toBeVisible()

  await goOnline(page.context(), stack.cable)
  await expect(page.getByText('Nenhuma etiqueta ainda')).toBeVisible()
})
