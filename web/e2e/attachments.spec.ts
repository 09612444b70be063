// Files from this device to the customer's phone: what arrives is what was chosen, byte for byte, whatever the network did meanwhile.
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { fromRoot } from '../../scripts/paths.ts'
import { bubble, conversation, openConversation, pill } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { companyNumber, test, type Stack } from './stack.ts'

const rafael = 'rafael@aurora.example'
const mebibyte = 1024 * 1024

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const photo = async () => ({
  name: 'bolo.png',
  mimeType: 'image/png',
  buffer: await readFile(fromRoot('web/public/icons/192.png')),
})
const chosen = (page: Page) => page.getByRole('list', { name: 'Arquivos escolhidos' }).getByRole('listitem')
const picture = (page: Page, name: string) => conversation(page).getByRole('img', { name, exact: true })

/** What the customer got, oldest first. */
async function received(stack: Stack) {
  const messages = await stack.customer.messagesWith(companyNumber)
  return messages
    .filter(({ fromMe }) => !fromMe)
    .map(({ kind, text, file }) => ({ kind, text, name: file?.name, sha256: file?.sha256 }))
}

async function attach(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await page.getByLabel('Arquivos', { exact: true }).setInputFiles(files)
  await expect(chosen(page).getByRole('button', { name: /Remover/ })).toHaveCount(files.length)
}

/** The browser decoded it: not a broken picture. */
const expectShown = (page: Page, name: string) =>
  expect
    .poll(() => picture(page, name).evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBe(192)

test('files attached offline wait with their bubbles, survive a reload and arrive as they are, in order', async ({
  stack,
}) => {
  await stack.link()
  const page = await stack.person(rafael)
  await openConversation(stack, page)
  await goOffline(page, stack.cable)
  const image = await photo()
  const text = { name: 'pedido.txt', mimeType: 'text/plain', buffer: Buffer.from('1 bolo de cenoura\n') }
  await attach(page, [image, text])
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Assim ficou')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Gostou?')
  await page.keyboard.press('Enter')
  await expect(chosen(page)).toHaveCount(0)

  const expectWaiting = async () => {
    for (const words of ['Assim ficou', 'pedido.txt', 'Gostou?'])
      await expect(bubble(page, words).getByRole('img', { name: 'Aguardando conexão' })).toBeVisible()
    await expectShown(page, 'bolo.png')
  }
  await expectWaiting()
  await expect(pill(page, /Offline · 3/)).toBeVisible()
  await page.reload()
  await expectWaiting()

  // The console stays empty: a file that is new is no error.
  const failed: string[] = []
  page.context().on('response', (response) => response.status() >= 400 && failed.push(response.url()))
  await goOnline(page.context(), stack.cable)
  await expect
    .poll(() => received(stack))
    .toEqual([
      { kind: 'image', text: 'Assim ficou', name: undefined, sha256: sha256(image.buffer) },
      { kind: 'document', text: '', name: 'pedido.txt', sha256: sha256(text.buffer) },
      { kind: 'text', text: 'Gostou?', name: undefined, sha256: undefined },
    ])
  expect(failed).toEqual([])

  await picture(page, 'bolo.png').click()
  const dialog = page.getByRole('dialog', { name: 'bolo.png' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Baixar' }).click()
  expect(sha256(await readFile(await (await download).path()))).toBe(sha256(image.buffer))
})

test('an upload that is cut goes on where it was', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  await openConversation(stack, page)
  const large = { name: 'catalogo.bin', mimeType: 'application/octet-stream', buffer: randomBytes(12 * mebibyte) }
  const uploads = { begun: 0, offsets: [] as number[] }
  const cut = Promise.withResolvers<void>()
  // Held while the cable is pulled: told only that it begins, one may be late.
  await page.context().route(/\/api\/uploads/, async (route) => {
    const request = route.request()
    if (request.method() === 'POST') uploads.begun += 1
    if (request.method() === 'PATCH') {
      const offset = Number(request.headers()['upload-offset'])
      uploads.offsets.push(offset)
      if (offset > 0 && uploads.offsets.filter((each) => each > 0).length === 1) {
        stack.cable.pull()
        cut.resolve()
      }
    }
    await route.continue()
  })
  await attach(page, [large])
  await page.getByRole('textbox', { name: 'Mensagem' }).press('Enter')
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Segue o catálogo.')
  await page.keyboard.press('Enter')
  await cut.promise
  await expect(pill(page, /Offline · 2/)).toBeVisible()
  const before = uploads.offsets.length

  stack.cable.plug()
  await expect
    .poll(() => received(stack))
    .toEqual([
      { kind: 'document', text: '', name: 'catalogo.bin', sha256: sha256(large.buffer) },
      { kind: 'text', text: 'Segue o catálogo.', name: undefined, sha256: undefined },
    ])
  expect(uploads.begun).toBe(1)
  expect(uploads.offsets.slice(before).length).toBeGreaterThan(0)
  expect(Math.min(...uploads.offsets.slice(before))).toBeGreaterThanOrEqual(5 * mebibyte)
})

test('empty and too large files are refused with words; what is removed is not sent', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  await openConversation(stack, page)
  await page
    .getByLabel('Arquivos', { exact: true })
    .setInputFiles([{ name: 'vazio.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) }])
  await expect(page.getByText('vazio.txt está vazio')).toBeVisible()
  await page.getByRole('log').evaluate((log, size) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([new Uint8Array(size)], 'filme.mp4', { type: 'video/mp4' }))
    log.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, 101 * mebibyte)
  await expect(page.getByText('filme.mp4 é grande demais: o limite é de 100 MB')).toBeVisible()
  await expect(chosen(page)).toHaveCount(0)

  const kept = { name: 'fica.txt', mimeType: 'text/plain', buffer: Buffer.from('fica') }
  await attach(page, [kept, { ...kept, name: 'sai.txt', buffer: Buffer.from('sai') }])
  await page.getByRole('button', { name: 'Remover sai.txt' }).click()
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect
    .poll(() => received(stack))
    .toEqual([{ kind: 'document', text: '', name: 'fica.txt', sha256: sha256(kept.buffer) }])
})

test('what another app shares, offline too, goes to the ticket that is picked', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  await openConversation(stack, page)
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  await goOffline(page, stack.cable)
  const image = await photo()
  const share = async () => {
    await page.evaluate(async (base64) => {
      const form = new FormData()
      form.set('title', 'Bolo')
      form.set('text', 'Bolo da vitrine')
      const bytes = Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0)
      form.append('files', new File([bytes], 'vitrine.png', { type: 'image/png' }))
      // Where it leads needs the network for a fetch; a navigation gets it from the service worker.
      await fetch('/share', { method: 'POST', body: form, redirect: 'manual' })
    }, image.buffer.toString('base64'))
    await page.goto(`${stack.url}/share`)
  }

  await share()
  await expect(page.getByText('vitrine.png')).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page).toHaveURL(/\/tickets$/)
  await page.goto(`${stack.url}/share`)
  await expect(page.getByText('Nada para compartilhar')).toBeVisible()

  await share()
  await page.getByRole('searchbox', { name: 'Buscar atendimento' }).fill('souza')
  await page
    .getByRole('list', { name: 'Seus atendimentos abertos' })
    .getByRole('button', { name: /Ana Souza/ })
    .click()
  await expect(chosen(page).getByText('vitrine.png')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('Bolo da vitrine')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(bubble(page, 'Bolo da vitrine').getByRole('img', { name: 'Aguardando conexão' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => caches.has('shared'))).toBe(false)

  await goOnline(page.context(), stack.cable)
  await expect
    .poll(() => received(stack))
    .toEqual([{ kind: 'image', text: 'Bolo da vitrine', name: undefined, sha256: sha256(image.buffer) }])
})
