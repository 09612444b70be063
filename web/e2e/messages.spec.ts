// What an attendant does to messages: shown at once without network, everybody's when it is back, refused with words.
import { expect, type Page } from '@playwright/test'
import { bubble, conversation, item, openConversation, openMessageMenu, pill, write } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { companyNumber, test, type Stack } from './stack.ts'

const rafael = 'rafael@aurora.example'

async function choose(page: Page, text: string, action: string) {
  await openMessageMenu(bubble(page, text))
  await page.getByRole('menuitem', { name: action }).click()
  // Nothing behind an open menu is told of, not even that it is hidden.
  await expect(page.getByRole('menu')).toBeHidden()
}

/** A second open ticket, to forward to; the first one stays on the screen. */
async function openSecondTicket(stack: Stack, page: Page) {
  const davi = await stack.phones.phone('5511911110009', 'Davi Rocha')
  await davi.sendText(companyNumber, 'Bom dia!')
  await page.getByRole('tab', { name: /Aguardando/ }).click()
  await item(page, 'Davi Rocha').getByRole('button', { name: 'Aceitar' }).click()
  await expect(bubble(page, 'Bom dia!')).toBeVisible()
  await item(page, 'Ana Souza').getByRole('link').click()
  await expect(bubble(page, 'Oi, tudo bem?')).toBeVisible()
}

/** Where a message stands on the screen, in every frame that was painted since: pixels from the top. */
async function recordHeights(page: Page, text: string) {
  const handle = await bubble(page, text).evaluateHandle((element) => {
    const seen: number[] = []
    // A new observer is told last of all, after what the page lays out anew before it paints.
    const look = () => {
      const observer = new ResizeObserver(() => {
        observer.disconnect()
        const { top } = element.getBoundingClientRect()
        if (top !== seen.at(-1)) seen.push(top)
        requestAnimationFrame(look)
      })
      observer.observe(element)
    }
    requestAnimationFrame(look)
    return seen
  })
  return () => handle.jsonValue()
}

/** What everybody has of a message. */
async function stored(stack: Stack, body: string) {
  const rows = await stack.sql`
    select m.body, m.reactions, m.is_deleted, m.is_forwarded, m.edited_at is not null as edited, a.body as answers, c.name as contact
    from messages m join contacts c on c.id = m.contact_id left join messages a on a.id = m.quoted_message_id
    where m.body = ${body} order by m.created_at`
  return rows.map((row) => ({ ...row }))
}
const untouched = { reactions: {}, isDeleted: false, isForwarded: false, edited: false, answers: null }
const row = (of: object) => {
  const { isDeleted, isForwarded, ...rest } = { ...untouched, contact: 'Ana Souza', ...of }
  return { ...rest, is_deleted: isDeleted, is_forwarded: isForwarded }
}

test('reply, react, edit, delete and forward without network', async ({ stack }) => {
  await stack.link()
  const page = await stack.person(rafael)
  await openConversation(stack, page)
  await openSecondTicket(stack, page)
  for (const text of ['Temos bolo', 'Isto foi engano']) {
    await write(page, text)
    await expect(bubble(page, text).getByRole('img', { name: 'Entregue' })).toBeVisible()
  }
  const resting = await recordHeights(page, 'Temos bolo')
  await goOffline(page, stack.cable)
  await expect(page.getByText('Sem conexão: o que você escrever será enviado')).toBeVisible()
  expect(await resting(), 'the line moves nothing that a pointer may be on').toHaveLength(1)

  await test.step('the menu stands beside its message, wherever the pointer goes', async () => {
    await openMessageMenu(bubble(page, 'Temos bolo'))
    await page.getByRole('menuitem', { name: 'Responder' }).hover()
    const [menu, message] = await Promise.all([
      page.getByRole('menu').boundingBox(),
      bubble(page, 'Temos bolo').boundingBox(),
    ])
    if (!menu || !message) throw new Error('both are shown')
    const gap = Math.max(message.x - (menu.x + menu.width), menu.x - (message.x + message.width))
    expect(gap).toBeLessThan(20)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toBeHidden()
  })

  const heights = await recordHeights(page, 'Temos bolo')
  await choose(page, 'Oi, tudo bem?', 'Reagir com ❤️')
  await expect(conversation(page).getByRole('button', { name: '1 reação: ❤️' })).toBeVisible()
  await choose(page, 'Oi, tudo bem?', 'Responder')
  await expect(page.getByRole('button', { name: 'Cancelar resposta' })).toBeVisible()
  // The reaction moves nothing that is below it; the bar above the field moves all of it, at once.
  await expect.poll(heights).toHaveLength(2)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Cancelar resposta' })).toBeVisible()
  await write(page, 'Tudo ótimo')
  await expect(page.getByRole('button', { name: 'Cancelar resposta' })).toBeHidden()
  await choose(page, 'Tudo ótimo', 'Responder')
  await expect(page.getByRole('button', { name: 'Cancelar resposta' })).toBeVisible()
  await page.getByRole('textbox', { name: 'Mensagem' }).press('Escape')
  await expect(page.getByRole('button', { name: 'Cancelar resposta' })).toBeHidden()

  await choose(page, 'Temos bolo', 'Editar')
  await page.getByRole('textbox', { name: 'Texto da mensagem' }).fill('Temos bolo e pão')
  await page.keyboard.press('Enter')
  await expect(bubble(page, 'Temos bolo e pão').getByText('Editada')).toBeVisible()
  // It goes after that, and the messages come down by its height.
  await expect(page.getByRole('textbox', { name: 'Texto da mensagem' })).toBeHidden()
  await choose(page, 'Isto foi engano', 'Apagar para todos')
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar', exact: true }).click()
  await choose(page, 'Temos bolo e pão', 'Encaminhar')
  await page.getByRole('dialog').getByRole('searchbox').fill('davi')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Davi Rocha/ })
    .click()

  const expectShown = async () => {
    await expect(bubble(page, 'Tudo ótimo').getByTitle('Mostrar a mensagem respondida')).toHaveText(
      'Ana SouzaOi, tudo bem?',
    )
    await expect(conversation(page).getByRole('button', { name: '1 reação: ❤️' })).toBeVisible()
    await expect(bubble(page, 'Temos bolo e pão').getByText('Editada')).toBeVisible()
    await expect(bubble(page, 'Mensagem apagada')).toBeVisible()
    await expect(bubble(page, 'Isto foi engano')).toHaveCount(0)
  }
  await expectShown()
  await expect(bubble(page, 'Temos bolo e pão').getByRole('img', { name: 'Alteração aguardando envio' })).toBeVisible()
  await expect(pill(page, /Offline · 5/)).toBeVisible()
  await page.reload()
  await expectShown()

  await goOnline(page.context(), stack.cable)
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
  await expectShown()
  expect(await stored(stack, 'Tudo ótimo')).toEqual([row({ body: 'Tudo ótimo', answers: 'Oi, tudo bem?' })])
  expect(await stored(stack, 'Oi, tudo bem?')).toEqual([row({ body: 'Oi, tudo bem?', reactions: { me: '❤️' } })])
  expect(await stored(stack, 'Temos bolo e pão')).toEqual([
    row({ body: 'Temos bolo e pão', edited: true }),
    row({ body: 'Temos bolo e pão', isForwarded: true, contact: 'Davi Rocha' }),
  ])
  expect(await stored(stack, 'Isto foi engano')).toEqual([row({ body: 'Isto foi engano', isDeleted: true })])
  await item(page, 'Davi Rocha').getByRole('link').click()
  await expect(bubble(page, 'Temos bolo e pão').getByText('Encaminhada')).toBeVisible()
})

test('with network, by keyboard: a reaction is taken back, and what the server refuses is said where it happened', async ({
  stack,
}) => {
  await stack.link()
  const page = await stack.person(rafael)
  await openConversation(stack, page)
  await write(page, 'Um momento')
  await expect(bubble(page, 'Um momento').getByRole('img', { name: 'Entregue' })).toBeVisible()

  // From the newest message up to the customer's.
  await bubble(page, 'Um momento').focus()
  await page.keyboard.press('ArrowUp')
  await expect(bubble(page, 'Oi, tudo bem?')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Responder' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Reagir com 👍' }).press('Enter')
  await expect(bubble(page, 'Oi, tudo bem?')).toBeFocused()
  await bubble(page, 'Oi, tudo bem?').getByRole('button', { name: '1 reação: 👍' }).click()
  await page.getByRole('dialog', { name: 'Reações' }).getByRole('button', { name: 'Remover' }).click()
  await expect(bubble(page, 'Oi, tudo bem?').getByRole('button', { name: /reação/ })).toHaveCount(0)
  await expect.poll(async () => (await stored(stack, 'Oi, tudo bem?'))[0]?.['reactions']).toEqual({})

  // The device still thinks that it may be edited; the server's clock says that it is too late.
  await choose(page, 'Um momento', 'Editar')
  await stack.sql`update messages set created_at = created_at - interval '1 day' where body = 'Um momento'`
  await page.getByRole('textbox', { name: 'Texto da mensagem' }).fill('Uma hora')
  await page.keyboard.press('Enter')
  await expect(conversation(page).getByText('Esta mensagem não pode mais ser editada.')).toBeVisible()
  await expect(bubble(page, 'Um momento')).toBeVisible()
  await conversation(page).getByRole('button', { name: 'Deixar como está' }).click()
  await expect(conversation(page).getByText('Esta mensagem não pode mais ser editada.')).toBeHidden()
  await expect(pill(page, /Tudo sincronizado/)).toBeVisible()
})
