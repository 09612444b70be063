// What a browser still holds when somebody has logged out, as a page of its origin can read it.
import { expect, type Page } from '@playwright/test'
import { bubble, openConversation, synced, write } from './conversation.ts'
import { test } from './stack.ts'

/** Where in the origin's storage any of `words` is, a line each; beside the app's own files. */
function found(page: Page, words: readonly string[]): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const lines: string[] = []
    const look = (place: string, text: string) => {
      for (const word of wanted) if (text.includes(word)) lines.push(`${place}: ${word}`)
    }
    for (const [name, storage] of Object.entries({ localStorage, sessionStorage }))
      for (const [key, value] of Object.entries(storage)) look(`${name} ${key}`, `${key} ${String(value)}`)

    const answer = <T>(request: IDBRequest<T>) => {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('not read')))
      return promise
    }
    // Maps and files say nothing of themselves in JSON.
    const textOf = (value: unknown) =>
      JSON.stringify(value, (_key, part: unknown) => (part instanceof Map ? [...part] : part))
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answer(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store)
        const [keys, values] = await Promise.all([answer(rows.getAllKeys()), answer(rows.getAll())])
        look(`indexedDB ${name}/${store}`, `${textOf(keys)} ${textOf(values)}`)
      }
      database.close()
    }

    for (const name of await caches.keys()) {
      look('cache', name)
      if (name.startsWith('workbox-precache')) continue
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        look(`cache ${name}`, `${request.url} ${await (await cache.match(request))?.text()}`)
    }

    const folders = [await navigator.storage.getDirectory()]
    for (const folder of folders) {
      for await (const [name, handle] of folder.entries()) {
        look('file', name)
        if (handle instanceof FileSystemDirectoryHandle) folders.push(handle)
        else if (handle instanceof FileSystemFileHandle)
          look(`file ${name}`, new TextDecoder('latin1').decode(await (await handle.getFile()).arrayBuffer()))
      }
    }
    look('cookie', document.cookie)
    const registration = await navigator.serviceWorker.getRegistration()
    for (const { title, body, tag } of (await registration?.getNotifications()) ?? [])
      look('notification', `${title} ${body} ${tag}`)
    return lines
  }, words)
}

test('who worked and logged out leaves no name, text, company or token in the browser', async ({ stack }) => {
  await stack.link()
  const page = await stack.person('rafael@aurora.example')
  await openConversation(stack, page)
  await write(page, 'Temos bolo de fubá.')
  await synced(page)
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(bubble(other, 'Temos bolo de fubá.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Rascunho secreto')
  const { user, token } = await page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<{ token: string; user: { id: string; companyId: string } }>()
    const opening = indexedDB.open('balcao')
    opening.addEventListener('success', () => {
      const asking = opening.result.transaction('session').objectStore('session').get('current')
      asking.addEventListener('success', () => resolve(asking.result))
    })
    const session = await promise
    opening.result.close()
    return session
  })
  const written = ['Ana Souza', 'Temos bolo de fubá.', 'Rascunho secreto']
  const words = [...written, 'Rafael', 'rafael@aurora.example', user.id, user.companyId, token]
  // The search finds what is there.
  const before = await found(page, words)
  expect(before.filter((line) => line.startsWith('localStorage draft:'))).not.toEqual([])
  expect(before.filter((line) => line.startsWith('indexedDB balcao/session'))).not.toEqual([])
  expect(before.filter((line) => line.startsWith('file '))).not.toEqual([])

  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: 'Sair' }).click()
  // It was in use until it heard of that.
  await other.mouse.move(200, 200)
  await expect(page.getByLabel('E-mail')).toBeVisible()
  await expect(other.getByLabel('E-mail')).toBeVisible()
  await expect.poll(() => found(page, words)).toEqual([])
  const keys = await page.evaluate(() => Object.keys(localStorage))
  expect(keys.filter((key) => /^(presence|last-page|draft|appending)/.test(key))).toEqual([])
  // One stays, which is no login: that this person has logged in here, so that strangers' wrong passwords do not count here.
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name.replace(/[0-9a-f]{32}$/, 'ID'))
  await expect.poll(cookies).toEqual(['balcao_device_ID'])
})
