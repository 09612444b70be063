// The pictures of the user's guide, and those that the app's manifest shows before it is installed.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { fromRoot } from '../../../scripts/paths.ts'
import { openDevice, pictureIn, untilAtRest } from './browser.ts'
import { moment } from './product.ts'
import { sideBySide } from './sheet.ts'

/** A desk that can still be read in a column of text. */
const desk = { width: 1200, height: 750 }

const quality = 0.8

const rows = (page: Page) => page.getByRole('list', { name: 'Atendimentos' }).getByRole('link')
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })

async function openFirst(page: Page) {
  await rows(page).first().click()
  await page.getByRole('textbox', { name: 'Mensagem' }).waitFor()
}

/** By the name of its file: where it is, and what is done there. */
const atDesk: Record<string, { path: string; act?: (page: Page) => Promise<void> }> = {
  atendimentos: { path: '/tickets', act: openFirst },
  aguardando: { path: '/tickets', act: (page) => tab(page, /^Aguardando/).click() },
  'dados-do-contato': {
    path: '/tickets',
    async act(page) {
      await openFirst(page)
      await page.getByRole('button', { name: 'Dados do contato' }).click()
    },
  },
  busca: {
    path: '/tickets',
    async act(page) {
      await tab(page, /^Resolvidos/).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Buscar e comandar' }).fill('bolo')
    },
  },
  'mensagem-rapida': {
    path: '/quick-messages/new',
    async act(page) {
      await page.getByRole('textbox', { name: 'Atalho' }).fill('pix')
      await page.getByRole('textbox', { name: 'Mensagem' }).fill('{{ms}}, {{firstName}}! A chave é pix@aurora.example.')
    },
  },
  agendamento: { path: '/schedules/new' },
  filas: { path: '/queues' },
  conexoes: { path: '/connections' },
  campanha: { path: '/campaigns/new' },
  kanban: { path: '/kanban' },
  'chat-interno': {
    path: '/chats',
    act: (page) => page.getByRole('list', { name: 'Conversas' }).getByRole('link').first().click(),
  },
  prompt: { path: '/prompts/new' },
  'api-de-mensagens': { path: '/messages-api' },
  assinatura: { path: '/financeiro' },
}

/** Into the repository, or into `out`. */
export async function takeGuide(browser: Browser, url: string, out?: string) {
  const guide = out === undefined ? fromRoot('docs/guia/imagens') : join(out, 'guia')
  const manifest = out === undefined ? fromRoot('web/public/screenshots') : join(out, 'screenshots')
  for (const folder of [guide, manifest]) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
  }
  const studio = await browser.newPage()
  let bytes = 0
  const keep = async (folder: string, name: string, pngs: readonly Buffer[], height: number) => {
    const picture = await sideBySide(studio, pngs, { height, quality })
    bytes += picture.length
    await writeFile(join(folder, `${name}.webp`), picture)
    console.log(`${name}: ${Math.round(picture.length / 1024)} KB`)
  }

  const page = await openDevice(browser, { url, size: 'desk', viewport: desk, moment })
  for (const [name, { path, act }] of Object.entries(atDesk)) {
    await page.goto(url + path)
    await untilAtRest(page, name)
    await act?.(page)
    await untilAtRest(page, name)
    const picture = await pictureIn(page, 'light')
    await keep(guide, name, [picture], desk.height)
    if (name === 'atendimentos' || name === 'kanban') await keep(manifest, `wide-${name}`, [picture], desk.height)
  }
  await page.context().close()

  const phone = await openDevice(browser, { url, size: 'phone', moment })
  const narrow: Buffer[] = []
  const shoot = async (name: string) => {
    await untilAtRest(phone, name)
    const picture = await pictureIn(phone, 'light')
    narrow.push(picture)
    await keep(manifest, `narrow-${name}`, [picture], 844)
  }
  await phone.goto(`${url}/tickets`)
  await shoot('atendimentos')
  await openFirst(phone)
  await shoot('conversa')
  await phone.context().close()
  await keep(guide, 'no-celular', narrow, 700)
  console.log(`${Math.round(bytes / 1024)} KB in all`)
}
