// The desk's things by XPath, for browsers that Playwright does not drive.
import { expect } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'
import type { Tab } from './browser.ts'

const quote = (text: string) => (text.includes('"') ? `'${text}'` : `"${text}"`)

export const labelled = (label: string) => `//*[@aria-label=${quote(label)}]`
export const tabNamed = (name: string) => `//*[@role="tab"][contains(., ${quote(name)})]`
export const synced = labelled('Tudo sincronizado')
export const offline = (waiting: number) => `//button[contains(@aria-label, "Offline · ${waiting}")]`
export const composer = `//textarea[@aria-label="Mensagem"]`
export const enter = '//button[@type="submit"]'
const goOnHere = '//button[normalize-space()="Continuar aqui"]'
export const contacts = `//h1[normalize-space()="Contatos"]`
export const acceptNext = '//button[normalize-space()="Aceitar o próximo"]'
export const item = (name: string) => `//ul[@aria-label="Atendimentos"]/li[contains(., ${quote(name)})]`
export const accept = (name: string) => `${item(name)}//button[normalize-space()="Aceitar"]`
export const bubble = (text: string) => `//*[@role="log"]//article[contains(., ${quote(text)})]`
export const tick = (text: string, label: string) => `${bubble(text)}//*[@aria-label=${quote(label)}]`

export const openWaiting = (tab: Tab) => tab.click(tabNamed('Aguardando'))

/** The login as a device in Portuguese fills it, whatever the machine speaks; what one writes is not signed. */
export async function fillLogin(tab: Tab, url: string, email: string) {
  // Where the app does not start: WebKitGTK never ends the installing of a service worker whose first page is reloaded meanwhile.
  await tab.open(`${url}/assets/none.js`)
  for (const [key, value] of [
    ['language', 'pt'],
    ['sign-messages', 'off'],
  ]) {
    await tab.read(`localStorage.setItem('${key}', '${value}')`)
  }
  await tab.open(`${url}/login`)
  await tab.write('//input[@type="email"]', email)
  await tab.write('//input[@type="password"]', demoPassword)
}

export async function logIn(tab: Tab, url: string, email: string) {
  await fillLogin(tab, url, email)
  await tab.click(enter)
  // The engine before may still be logged in: whoever is goes on here.
  await tab.see(`${goOnHere} | ${synced}`)
  if (await tab.read(`document.evaluate('${goOnHere}', document).iterateNext() !== null`)) await tab.click(goOnHere)
  await tab.see(synced)
}

/** Until the browser has stored the row with this id: IndexedDB is behind memory, and whoever reloads before has the state from before (decision 0038). OPFS is never behind. */
export const stored = (tab: Tab, id: string) =>
  expect.poll(() => tab.read(`(${isStored.toString()})(${JSON.stringify(id.replaceAll('-', ''))})`)).toBe(true)

/** In the page: whether the log of the local Postgres has it, as far as it is in IndexedDB. Words would not do: a conversation has its last message's as well. */
async function isStored(hex: string): Promise<boolean> {
  const { name } = (await indexedDB.databases()).find((each) => each.name?.startsWith('/pglite/')) ?? {}
  if (!name) return true
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error))
    })
  const database = await asked(indexedDB.open(name))
  const files = database.transaction('FILE_DATA').objectStore('FILE_DATA')
  const text = (bytes?: Uint8Array) => new TextDecoder('latin1').decode(bytes)
  const id = text(Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16)))
  const isIn = ({ contents }: { contents?: Uint8Array }) => text(contents).includes(id)
  const paths = (await asked(files.getAllKeys())).map(String).filter((path) => path.includes('/pg_wal/'))
  const found = await Promise.all(paths.map(async (path) => isIn(await asked(files.get(path)))))
  database.close()
  return found.includes(true)
}
