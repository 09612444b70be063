// A conversation that has left the device: its address shows it read-only, from the server.
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addTickets } from './add-tickets.ts'
import { bubble, conversation, item, openConversation, pointAt, write } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { test } from './stack.ts'
import { takeBack } from './told.ts'

test('an archived ticket opens read-only, with when it was fetched', async ({ stack }) => {
  await stack.link()
  const page = await stack.person('rafael@aurora.example')
  await openConversation(stack, page)
  await write(page, 'Até logo')
  const address = page.url()
  await page.getByRole('button', { name: 'Resolver', exact: true }).click()
  await expect(page).toHaveURL(/\/tickets$/)
  await expect.poll(async () => (await stack.sql`select status from tickets`)[0]?.['status']).toBe('closed')
  await stack.sql.begin(async (tx) => {
    await tx`update messages set archived = true`
    await tx`update tickets set archived = true`
  })
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/messages/*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.goto(address)
  await expect(page.getByRole('status', { name: 'Carregando a conversa' })).toBeVisible()
  await expectAccessible(page)
  answer.resolve()
  await expect(page.getByText(/Arquivado, somente leitura · buscado do servidor em/)).toBeVisible()
  await expect(bubble(page, 'Até logo')).toBeVisible()
  await expect(conversation(page).getByText(/Atendimento resolvido em/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toHaveCount(0)

  // Reopened, it is back on the device: without network too, and after a tab that died before it kept what it showed last.
  const [rafael] = await stack.sql`select id from users where email = 'rafael@aurora.example'`
  const rafaelId = String(rafael?.['id'])
  const bare = await page.context().newPage()
  await bare.goto(`${stack.url}/icons/192.png`)
  await expect.poll(() => bare.evaluate(copySnapshot, { from: rafaelId, to: 'older' })).toBe(0)
  await page.getByRole('button', { name: 'Reabrir', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Atendendo 1' })).toBeVisible()
  await goOffline(page, stack.cable)
  await page.goto('about:blank')
  await bare.evaluate(copySnapshot, { from: 'older', to: rafaelId })
  await page.addInitScript(holdRows)
  await page.goto(address)
  await page.evaluate(letRowsCome)
  await expect(bubble(page, 'Até logo')).toBeVisible()
  await write(page, 'Voltei')
})

test('resolved tickets go on from the server; what is archived is found by tag, attendant and number, looked into, reopened and deleted', async ({
  stack,
}) => {
  const old = Array.from({ length: 50 }, (_, n) => ({
    name: `Antiga ${String(n + 1).padStart(2, '0')}`,
    body: `Pedido ${n + 1}`,
    status: 'closed' as const,
    archived: true,
  }))
  await addTickets(stack, [...old, { name: 'De hoje', body: 'Obrigada', status: 'closed' }])
  const archived = (name: string) => stack.sql`
    select t.id, t.number, t.company_id, t.queue_id from tickets t join contacts c on c.id = t.contact_id where c.name = ${name}`
  const [tagged] = await archived('Antiga 07')
  const [numbered] = await archived('Antiga 08')
  const [tag] = await stack.sql`
    insert into tags (id, company_id, name, color, kanban, created_at, updated_at)
    values (uuidv7(), ${tagged?.['company_id']}, 'Garantia', '#00aa00', false, now(), now()) returning id`
  await stack.sql`
    insert into ticket_tags (id, company_id, ticket_id, tag_id, queue_id, archived)
    values (uuidv7(), ${tagged?.['company_id']}, ${tagged?.['id']}, ${tag?.['id']}, ${tagged?.['queue_id']}, true)`
  await stack.sql`
    update tickets set user_id = (select id from users where email = 'marina@aurora.example')
    where contact_id = (select id from contacts where name = 'Antiga 09')`

  const page = await stack.person('helena@aurora.example')
  await goOffline(page, stack.cable)
  await page.getByRole('tab', { name: 'Resolvidos' }).click()
  await expect(item(page, 'De hoje')).toBeVisible()
  await expect(page.getByText('Sem conexão: os mais antigos estão no servidor.')).toBeVisible()
  await goOnline(page.context(), stack.cable)
  await expect(item(page, 'Antiga 50').getByRole('img', { name: 'Arquivado' })).toBeVisible()
  await expect(page.getByText(/Os arquivados são do servidor, buscados às \d\d:\d\d\./)).toBeVisible()
  await expectAccessible(page)
  await item(page, 'De hoje').getByRole('link').focus()
  await page.keyboard.press('End')
  await expect(item(page, 'Antiga 11')).toHaveAttribute('aria-setsize', '51')
  await page.keyboard.press('End')
  await expect(item(page, 'Antiga 01')).toHaveAttribute('aria-posinset', '51')

  await page.getByRole('tab', { name: 'Busca' }).click()
  await page.getByRole('searchbox', { name: 'Buscar atendimentos' }).fill(`#${numbered?.['number']}`)
  await expect(item(page, 'Antiga 08')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Buscar atendimentos' }).fill('')
  await page.getByRole('tab', { name: 'Busca' }).click()
  await page.getByRole('button', { name: 'Atendentes' }).click()
  await page.getByRole('menuitemcheckbox', { name: /Marina/ }).click()
  await page.keyboard.press('Escape')
  await expect(item(page, 'Antiga 09')).toBeVisible()
  await page.getByRole('button', { name: /Atendentes|Marina/ }).click()
  await page.getByRole('menuitemcheckbox', { name: /Marina/ }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Etiquetas' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Garantia' }).click()
  await page.keyboard.press('Escape')
  const row = item(page, 'Antiga 07')
  const spy = row.getByRole('button', { name: 'Espiar a conversa com Antiga 07' })
  await pointAt(row, spy)
  await spy.click()
  const spied = page.getByRole('dialog', { name: 'Espiando a conversa com Antiga 07' })
  await expect(spied.getByText('Pedido 7')).toBeVisible()
  await expect(spied.getByText(/Arquivado, somente leitura · buscado do servidor em/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(spied).toHaveCount(0)
  const reopen = row.getByRole('button', { name: 'Reabrir o atendimento de Antiga 07' })
  await pointAt(row, reopen)
  await reopen.click()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toBeVisible()
  await expect(bubble(page, 'Pedido 7')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Atendendo 1' })).toBeVisible()

  await page.getByRole('tab', { name: 'Resolvidos' }).click()
  await item(page, 'Antiga 12').getByRole('link').click()
  await expect(bubble(page, 'Pedido 12')).toBeVisible()
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Excluir atendimento' }).click()
  await page.getByRole('button', { name: 'Excluir', exact: true }).click()
  await takeBack(page, 'Ticket deleted sucessfully.')
  await expect(item(page, 'Antiga 12')).toBeVisible()
  await expect(bubble(page, 'Pedido 12')).toBeVisible()
  await expect(page.getByText('Ticket deleted sucessfully.')).toBeHidden()
  expect((await archived('Antiga 12')).length).toBe(1)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Excluir atendimento' }).click()
  await page.getByRole('button', { name: 'Excluir', exact: true }).click()
  await expect(item(page, 'Antiga 13')).toBeVisible()
  await expect(item(page, 'Antiga 12')).toHaveCount(0)
  await expect.poll(async () => (await archived('Antiga 12')).length).toBe(0)
})

test('above the open ticket are the contact’s earlier ones, from this device and from the archive', async ({
  stack,
}) => {
  await stack.link()
  const page = await stack.person('rafael@aurora.example')
  await openConversation(stack, page)
  await write(page, 'Até logo')
  await stack.sql.begin(async (tx) => {
    for (const [number, archived] of [
      [901, true],
      [902, false],
    ] as const) {
      const at = daysAgo(903 - number)
      const [ticket] = await tx`
        insert into tickets (id, company_id, number, status, contact_id, connection_id, queue_id, user_id, is_group, chatbot,
          unread_messages, last_message, last_message_from_me, last_message_at, closed_at, archived, created_at, updated_at)
        select uuidv7(), company_id, ${number}, 'closed', contact_id, connection_id, queue_id, user_id, false, false,
          0, '', false, ${at}, ${at}, ${archived}, ${at}, now() from tickets limit 1 returning *`
      await tx`
        insert into messages (id, company_id, ticket_id, contact_id, connection_id, queue_id, archived, whatsapp_id, from_me,
          media_type, body, ack, is_deleted, sent_at, created_at, updated_at)
        select uuidv7(), company_id, id, contact_id, connection_id, queue_id, archived, 'earlier' || number, false,
          'chat', 'Pedido de ' || number, 2, false, created_at, created_at, now() from tickets where id = ${ticket?.['id']}`
    }
  })
  await page.getByRole('button', { name: 'Dados do contato' }).click()
  await expect(page.getByRole('link', { name: /nº 902/ })).toBeVisible()
  // Whether there are earlier ones was found out when the conversation was opened, before they were on the device.
  await page.reload()
  const before = page.getByRole('button', { name: 'Ver atendimentos anteriores' })
  await before.click()
  await expect(bubble(page, 'Pedido de 902')).toBeVisible()
  const yesterday = daysAgo(1).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })
  await expect(conversation(page).getByText(`Atendimento #902 · encerrado em ${yesterday}`)).toBeVisible()
  const ofEarlier = bubble(page, 'Pedido de 902')
  await pointAt(ofEarlier, ofEarlier.getByRole('button', { name: 'Ações da mensagem' }))
  await expect(ofEarlier.getByRole('button', { name: 'Responder' })).toHaveCount(0)

  // A refusal that this app has no words for is told as the server calls it, once at a time.
  const archive = /api\/tickets\?.*archived=true/
  await page.route(archive, (route) => route.fulfill({ status: 409, json: { error: 'ERR_FROM_TOMORROW' } }))
  for (let i = 0; i < 2; i++) await before.click()
  await expect(page.getByText('ERR_FROM_TOMORROW')).toHaveCount(1)

  // Asked again while there is a network, it would be answered.
  await goOffline(page, stack.cable)
  await page.unroute(archive)
  // Whoever is at the top is there already, and it has asked by itself as soon as the list moves.
  const again = page.getByRole('button', { name: 'Tentar de novo' })
  await before.or(again).click()
  await expect(page.getByText('Sem conexão: os atendimentos arquivados estão no servidor.')).toBeVisible()
  await expect(again).toBeVisible()
  await goOnline(page.context(), stack.cable)
  await expect(bubble(page, 'Pedido de 901')).toBeVisible()
  await expect(conversation(page).getByText(/Atendimento #901 · encerrado em/)).toBeVisible()
  await before.click()
  await expect(page.getByText('Aqui começa a conversa com este contato.')).toBeVisible()
  await expectAccessible(page)
})

/** In a page: what a tab keeps to be painted first at the next start, under another key. Resolves with the rows that the ticket has there. */
function copySnapshot({ from, to }: { from: string; to: string }) {
  return new Promise<number | undefined>((resolve, reject) => {
    const opening = indexedDB.open('balcao')
    opening.addEventListener('error', () => reject(new Error('no store')))
    opening.addEventListener('success', () => {
      const store = opening.result.transaction('snapshots', 'readwrite').objectStore('snapshots')
      const reading = store.get(from) as IDBRequest<{ results: Map<string, readonly unknown[]> } | undefined>
      reading.addEventListener('success', () => {
        const kept = [...(reading.result?.results ?? [])].find(([key]) => key.startsWith('["ticket.one"'))
        store.put(reading.result, to).addEventListener('success', () => {
          opening.result.close()
          resolve(kept?.[1].length)
        })
      })
    })
  })
}

/** Recent: the worker archives what is old, every ten minutes. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

interface Held {
  opened: Promise<void>
  release(): void
}

/** In a page, before the app: what the device's database answers stays back. */
function holdRows() {
  const opened = Promise.withResolvers<void>()
  const held: (() => void)[] = []
  let holding = true
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      this.addEventListener('message', (event: MessageEvent<{ kind: string; status?: { phase: string } }>) => {
        const { kind, status } = event.data
        if (status && status.phase !== 'starting') opened.resolve()
        if (kind !== 'rows' || !holding) return
        event.stopImmediatePropagation()
        held.push(() => this.dispatchEvent(new MessageEvent('message', { data: event.data })))
      })
    }
  }
  const release = () => {
    holding = false
    for (const tell of held) tell()
  }
  Object.assign(window, { held: { opened: opened.promise, release } satisfies Held })
}

/** In a page: once the database is said to be open, and what the app asks the server meanwhile had time to fail. */
async function letRowsCome() {
  const { held } = window as unknown as { held: Held }
  await held.opened
  for (let n = 0; n < 3; n++) await fetch('/api/health').catch(() => undefined)
  held.release()
}
