import { expect } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'
import { test, logIn } from './stack.ts'
const rafael = 'helena@aurora.example'
test('shots', async ({ stack }) => {
  const page = await stack.person(rafael)
  await stack.sql`insert into settings (id, company_id, user_rating, schedule_type, check_msg_is_group, call, chat_bot_type, send_greeting_accepted, send_msg_transf_ticket, user_creation, campaigns_enabled, reopen_window_minutes, created_at, updated_at, devices_per_user)
   select id, id, 'disabled','disabled','disabled','enabled','text','disabled','disabled','enabled','enabled',120,now(),now(),3 from companies where not operator`
  for (const ua of ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1', 'node']) {
    await fetch(stack.url + '/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json', origin: stack.url, 'user-agent': ua }, body: JSON.stringify({ email: rafael, password: demoPassword }) })
  }
  const sizes = [[390, 844], [1440, 900]] as const
  const all = async (name: string) => {
    for (const [width, height] of sizes) for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(400)
      await page.screenshot({ path: `/tmp/shots/${name}-${width}-${colorScheme}.png` })
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  await page.getByRole('button', { name: 'Perfil' }).click()
  await page.getByRole('menuitem', { name: 'Perfil' }).click()
  await expect(page.getByText('Outro programa')).toBeVisible()
  await page.getByText('Outro programa').scrollIntoViewIfNeeded()
  await all('devices')
  await page.getByRole('button', { name: /^Sair deste aparelho: Safari/ }).click()
  await page.waitForTimeout(300)
  await page.screenshot({ path: '/tmp/shots/confirm.png' })
  await page.getByRole('dialog', { name: /^Sair de/ }).getByRole('button', { name: 'Cancelar' }).click()
  await page.keyboard.press('Escape')
  await page.goto(stack.url + '/settings')
  await page.getByText('Aparelhos por pessoa').scrollIntoViewIfNeeded()
  await all('settings')
  await page.goto(stack.url + '/tickets')
  await stack.sql`update companies set due_date = now() - interval '2 days' where not operator`
  await page.evaluate(async () => undefined)
  await page.route('**/api/shapes/**', (route) => route.fulfill({ status: 403, json: { error: 'ERR_SESSION_EXPIRED' } }))
  await page.reload()
  await expect(page.getByText(/Sua assinatura venceu/)).toBeVisible({ timeout: 40000 })
  await all('overdue')
})
