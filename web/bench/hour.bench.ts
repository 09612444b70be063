// An hour at the desk, with a stopwatch: what it takes in taps, keys and seconds to do what is done all day. The hand is the script's, which neither
// thinks nor misses: the seconds are those that the app takes, and a floor of what a person needs. Text that is written counts its letters.
import { expect, type Locator, type Page } from '@playwright/test'
import { utils, write } from '@e965/xlsx'
import { bubble, item } from '../e2e/conversation.ts'
import { companyNumber, test } from '../e2e/stack.ts'
import { rafael } from './open-conversation.ts'

const helena = 'helena@aurora.example'

interface Hand {
  tap(target: Locator): Promise<void>
  press(key: string): Promise<void>
  type(text: string): Promise<void>
}

/** Prints what `work` took. */
async function timed(page: Page, name: string, work: (hand: Hand) => Promise<void>) {
  const count = { taps: 0, keys: 0 }
  const hand: Hand = {
    async tap(target) {
      count.taps++
      await target.click()
    },
    async press(key) {
      count.keys++
      await page.keyboard.press(key)
    },
    async type(text) {
      count.keys += text.length
      await page.keyboard.type(text)
    },
  }
  const begin = performance.now()
  await work(hand)
  const seconds = ((performance.now() - begin) / 1000).toFixed(1)
  console.log(`hour | ${name} | ${count.taps} taps | ${count.keys} keys | ${seconds} s`)
}

const button = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: typeof name === 'string' })
const composer = (page: Page) => page.getByRole('textbox', { name: 'Mensagem' })

test('an attendant’s: the first answer, ten customers by keyboard, a transfer with a note', async ({ stack }) => {
  await stack.phones.setFaults({ ackDelayMs: 0, deliveryDelayMs: 0 })
  await stack.link()
  const page = await stack.person(rafael)
  await expect(button(page, /Tudo sincronizado/)).toBeVisible()
  await stack.customer.sendText(companyNumber, 'Oi, vocês têm pão de queijo?')
  await expect(page.getByRole('tab', { name: /Aguardando.*1/ })).toBeVisible()
  await timed(page, 'first answer to a waiting customer', async (hand) => {
    await hand.tap(page.getByRole('tab', { name: /Aguardando/ }))
    await hand.tap(button(item(page, 'Ana Souza'), /^Aceitar/))
    await expect(composer(page)).toBeFocused()
    await hand.type('Oi! Temos, sim.')
    await hand.press('Enter')
    await expect(bubble(page, 'Oi! Temos, sim.')).toBeVisible()
  })

  await timed(page, 'transfer with a note', async (hand) => {
    await hand.tap(button(page, 'Mais ações'))
    await hand.tap(page.getByRole('menuitem', { name: 'Transferir' }))
    const dialog = page.getByRole('dialog', { name: 'Transferir atendimento' })
    await hand.tap(dialog.getByRole('combobox', { name: 'Fila' }))
    await hand.tap(page.getByRole('option', { name: 'Financeiro' }))
    const note = dialog.getByRole('textbox', { name: /^Recado/ })
    await hand.tap(note)
    await hand.type('Quer nota fiscal')
    await hand.tap(button(dialog, 'Transferir'))
    await expect(item(page, 'Ana Souza')).toBeHidden()
  })

  for (let at = 0; at < 10; at++) {
    const phone = await stack.phones.phone(`55119333300${String(at).padStart(2, '0')}`, `Cliente ${at}`)
    await phone.sendText(companyNumber, `Bom dia, sou o cliente ${at}`)
  }
  await expect(page.getByRole('tab', { name: /Aguardando.*10/ })).toBeVisible()
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  const closed = async () =>
    (await stack.sql<{ count: number }[]>`select count(*)::int as count from tickets where status = 'closed'`)[0]?.count
  await timed(page, 'ten customers in a row by keyboard', async (hand) => {
    for (let at = 0; at < 10; at++) {
      await hand.press('w')
      await expect(composer(page)).toBeFocused()
      await hand.type('Bom dia! Anotado.')
      await hand.press('Enter')
      await expect(bubble(page, 'Bom dia! Anotado.')).toBeVisible()
      // Out of the field, where letters are commands again.
      await hand.press('Tab')
      await hand.press('e')
      await expect(composer(page)).toBeHidden()
      await expect(page.getByText(/^Resolvido: Cliente/).first()).toBeVisible()
    }
    await expect.poll(closed).toBe(10)
  })
})

test('an admin’s: a new queue with hours and three options, fifty contacts from a spreadsheet', async ({ stack }) => {
  await stack.sql`update queues set greeting_message = 'Olá!'`
  const page = await stack.person(helena)
  await expect(button(page, /Tudo sincronizado/)).toBeVisible()
  await timed(page, 'a new queue with hours and three options', async (hand) => {
    await hand.tap(page.getByRole('link', { name: 'Filas', exact: true }))
    await hand.tap(page.getByRole('link', { name: 'Adicionar fila' }))
    await expect(page.getByRole('textbox', { name: 'Nome' })).toBeFocused()
    await hand.type('Encomendas')
    await hand.tap(page.getByRole('textbox', { name: 'Mensagem de saudação' }))
    await hand.type('Encomendas, bom dia!')
    await hand.tap(page.getByRole('tab', { name: 'Horários de atendimento' }))
    await hand.tap(page.getByRole('switch', { name: /^Tem horário de atendimento/ }))
    await expect(page.getByRole('textbox', { name: 'Abre' }).first()).toHaveValue('08:00')
    await hand.press('Control+Enter')
    const next = page.getByRole('dialog', { name: 'Fila Encomendas salva' })
    await hand.tap(next.getByRole('link', { name: /^Montar chatbot/ }))
    for (const [title, message] of [
      ['Bolos', 'De que sabor?'],
      ['Salgados', 'O cento sai por R$ 90.'],
      ['Retirada', 'Das 8h às 18h.'],
    ] as const) {
      await hand.tap(button(page, 'Adicionar opção'))
      await expect(page.getByRole('textbox', { name: 'Título' })).toBeFocused()
      await hand.type(title)
      await hand.press('Tab')
      await hand.type(message)
      await hand.press('Control+Enter')
      await expect(page.getByRole('list', { name: 'Opções do chatbot' })).toContainText(title)
    }
  })

  const rows = Array.from({ length: 50 }, (_, at) => [`Pessoa ${at}`, `55119555${String(at).padStart(5, '0')}`])
  const buffer = write(utils.book_new(utils.aoa_to_sheet([['Nome', 'Número'], ...rows])), {
    type: 'buffer',
    bookType: 'xlsx',
  }) as Buffer
  await timed(page, 'fifty contacts from a spreadsheet', async (hand) => {
    await hand.tap(page.getByRole('link', { name: 'Contatos', exact: true }))
    await hand.tap(button(page, 'Mais ações'))
    await hand.tap(page.getByRole('menuitem', { name: 'Importar planilha' }))
    const dialog = page.getByRole('dialog', { name: 'Importar contatos' })
    await dialog.locator('input[type=file]').setInputFiles({ name: 'clientes.xlsx', mimeType: '', buffer })
    await hand.tap(button(dialog, 'Importar'))
    await expect(dialog.getByText('50 contatos criados')).toBeVisible()
    await hand.tap(button(dialog, 'Fechar').last())
    await expect(page.getByText('Pessoa 0', { exact: true })).toBeVisible()
  })
})
