// Two attendants accept one conversation, the one who lost it without network: what was written goes to the customer, what was not taken is said
// in the conversation, and nothing stays on a clock.
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bubble, item, pill, synced, write } from './conversation.ts'
import { goOffline, goOnline } from './offline.ts'
import { companyNumber, test } from './stack.ts'

test('a lost race for a conversation holds back no reply, and is told where it was lost', async ({ stack }) => {
  await stack.link()
  const cable = await stack.ownCable()
  const helena = await stack.person('helena@aurora.example', {
    cable,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const rafael = await stack.person('rafael@aurora.example')
  await stack.customer.sendText(companyNumber, 'Vocês entregam hoje?')
  await helena.getByRole('tab', { name: /Aguardando/ }).tap()
  await expect(item(helena, 'Ana Souza')).toBeVisible()
  await goOffline(helena, cable)
  await item(helena, 'Ana Souza')
    .getByRole('button', { name: /^Aceitar/ })
    .tap()
  await helena.getByRole('textbox', { name: 'Mensagem' }).fill('Entregamos até as 18h.')
  await helena.getByRole('button', { name: 'Enviar' }).tap()
  await expect(bubble(helena, 'Entregamos até as 18h.')).toBeVisible()

  await rafael.getByRole('tab', { name: /Aguardando/ }).click()
  await item(rafael, 'Ana Souza').getByRole('button', { name: 'Aceitar' }).click()
  await write(rafael, 'Oi, Ana! Já vejo.')
  await synced(rafael)

  await goOnline(helena.context(), cable)
  // The customer has both, each once.
  const received = async () => {
    const rows = await stack.sql`
      select m.body from messages m join contacts c on c.id = m.contact_id where c.name = 'Ana Souza' and m.from_me`
    return rows.map(({ body }) => String(body)).toSorted()
  }
  await expect.poll(received).toEqual(['Entregamos até as 18h.', 'Oi, Ana! Já vejo.'])
  await expect(bubble(rafael, 'Entregamos até as 18h.')).toBeVisible()
  const strip = helena.getByRole('region', { name: 'Não aceito pelo servidor' })
  await expect(strip.getByText('Não foi feito: Aceitar')).toBeVisible()
  await expectAccessible(helena)
  await strip.getByRole('button', { name: 'Descartar' }).tap()
  await expect(strip).toHaveCount(0)

  // The one who has it hands it over: it is hers, she writes and hands it back.
  await rafael.getByRole('button', { name: 'Mais ações' }).click()
  await rafael.getByRole('menuitem', { name: 'Transferir' }).click()
  const dialog = rafael.getByRole('dialog', { name: 'Transferir atendimento' })
  await dialog.getByRole('combobox', { name: 'Atendente (opcional)' }).click()
  await rafael.getByRole('option', { name: /Helena/ }).click()
  await dialog.getByRole('button', { name: 'Transferir' }).click()
  const owner = async () =>
    (await stack.sql`select u.name from tickets t join users u on u.id = t.user_id where t.status = 'open'`)[0]?.[
      'name'
    ]
  await expect.poll(owner).toMatch(/Helena/)
  await helena.getByRole('textbox', { name: 'Mensagem' }).fill('Agora é comigo, Ana.')
  await helena.getByRole('button', { name: 'Enviar' }).tap()
  await expect.poll(received).toContain('Agora é comigo, Ana.')
  await expect(pill(helena, /recusada/)).toHaveCount(0)
})
