// A ticket for a contact who has one already, where its author can't see it: it is said whose it is, and nothing that was written is lost.
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { addTickets } from './add-tickets.ts'
import { bubble, item, pill, write } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { test, type Stack } from './stack.ts'

/** Their ticket waits in a queue that is not Rafael's. */
async function waitsInFinance({ sql }: Stack, name: string) {
  const queue = sql`(select q.id from queues q join companies o on o.id = q.company_id where o.name = 'Padaria Aurora' and q.name = 'Financeiro')`
  const ofThem = sql`contact_id = (select id from contacts where name = ${name})`
  await sql.begin(async (tx) => {
    await tx`update messages set queue_id = ${queue} where ${ofThem}`
    await tx`update tickets set queue_id = ${queue} where ${ofThem}`
  })
}

async function startTicketFor(page: Page, name: string) {
  const dialog = page.getByRole('dialog', { name: 'Novo atendimento' })
  await page.getByRole('button', { name: 'Novo atendimento' }).click()
  await dialog.getByRole('searchbox', { name: 'Buscar contato' }).fill(name)
  await dialog.getByRole('button', { name }).click()
  await dialog.getByRole('button', { name: 'Iniciar atendimento' }).click()
  return dialog
}

const inFinance = 'Já existe um atendimento aguardando para este contato, na fila Financeiro.'

test('one in a queue out of sight: said in the form, and after work offline with what was written, until it can go', async ({
  stack,
}) => {
  const waiting = { body: 'Segunda via?', status: 'pending', user: null } as const
  await addTickets(stack, [
    { ...waiting, name: 'Cliente do Financeiro' },
    { ...waiting, name: 'Outra do Financeiro' },
  ])
  for (const name of ['Cliente do Financeiro', 'Outra do Financeiro']) await waitsInFinance(stack, name)
  const page = await stack.person('rafael@aurora.example')
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()

  const form = await startTicketFor(page, 'Cliente do Financeiro')
  await expect(form.getByText(inFinance)).toBeVisible()
  await expect(form.getByText(/Quem o vê pode transferi-lo para você/)).toBeVisible()
  await expect(form.getByText('Cliente do Financeiro')).toBeVisible()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Cancelar' }).click()

  await goOffline(page, stack.cable)
  await startTicketFor(page, 'Outra do Financeiro')
  await write(page, 'Bom dia, seu boleto vence amanhã.')
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Posso enviar de novo?')
  await goOnline(page.context(), stack.cable)
  const question = page.getByRole('dialog', { name: 'Este contato já está em atendimento' })
  await expect(question.getByText(inFinance)).toBeVisible()
  await expect(question.getByRole('listitem')).toHaveText([
    'Bom dia, seu boleto vence amanhã.',
    'Posso enviar de novo?',
  ])
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Decidir depois' }).click()
  await expect(question).toHaveCount(0)

  await pill(page, /recusada/).click()
  const panel = page.getByRole('dialog', { name: 'Sincronização' })
  await expect(panel.getByText('Abrir um atendimento com Outra do Financeiro')).toBeVisible()
  await expect(panel.getByText(inFinance)).toBeVisible()
  await stack.sql`update tickets set status = 'closed', closed_at = now() where status = 'pending'`
  await panel.getByRole('button', { name: 'Resolver' }).click()
  await question.getByRole('button', { name: 'Tentar de novo' }).click()
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  await item(page, 'Outra do Financeiro').getByRole('link').click()
  await expect(bubble(page, 'Bom dia, seu boleto vence amanhã.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('Posso enviar de novo?')
})

test('one that came into sight meanwhile: what was written goes on in it', async ({ stack }) => {
  const page = await stack.person('rafael@aurora.example')
  await goOffline(page, stack.cable)
  await startTicketFor(page, 'Bruno Lima')
  await write(page, 'Seu pedido está pronto.')
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Entregamos hoje?')
  await stack.sql`
    insert into tickets (id, company_id, status, contact_id, connection_id, queue_id, user_id, is_group, chatbot, unread_messages,
      last_message, last_message_from_me, last_message_at, accepted_at, archived, created_at, updated_at)
    select uuidv7(), o.id, 'open', c.id, k.id, q.id, u.id, false, false, 0, '', false, now(), now(), false, now(), now()
    from companies o join contacts c on c.company_id = o.id and c.name = 'Bruno Lima' join connections k on k.company_id = o.id
    join queues q on q.company_id = o.id and q.name = 'Vendas' join users u on u.email = 'helena@aurora.example'
    where o.name = 'Padaria Aurora'`
  await goOnline(page.context(), stack.cable)
  const question = page.getByRole('dialog', { name: 'Este contato já está em atendimento' })
  await expect(question.getByText(/com Helena .*, na fila Vendas/)).toBeVisible()
  await question.getByRole('button', { name: 'Levar para o atendimento aberto' }).click()
  await expect(page.getByRole('textbox', { name: 'Mensagem' })).toHaveValue('Seu pedido está pronto.\nEntregamos hoje?')
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  expect(await stack.sql`select body from messages`).toEqual([])
})
