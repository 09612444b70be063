// Somebody protects their login: an authenticator app and then a passkey, each used to come in, and another session ended; as admin they find it all
// in the audit log, and a person's data at the contact.
import { demoPassword } from 'db/node/seed.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { goOnHere } from './log-in.ts'
import { companyNumber, test } from './stack.ts'

const helena = 'helena@aurora.example'
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** What an authenticator app shows for the key, in the browser's own crypto (RFC 6238). */
const codeOf = (page: Page, secret: string, steps = 0) =>
  page.evaluate(
    async ([base32, ahead]) => {
      const bits = base32
        .split('')
        .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
        .join('')
      const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
      const counter = new DataView(new ArrayBuffer(8))
      counter.setUint32(4, Math.floor(Date.now() / 30_000) + ahead)
      const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
      const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter))
      const number = mac.getUint32(mac.getUint8(19) & 15) & 0x7fffffff
      return String(number % 1_000_000).padStart(6, '0')
    },
    [secret, steps] as const,
  )

/** On the login page. */
async function enterPassword(page: Page) {
  await page.getByLabel('E-mail').fill(helena)
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await button(page, 'Entrar').click()
}

/** From the profile's menu. */
async function own(page: Page, name: string) {
  await button(page, 'Perfil').click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

async function leave(page: Page) {
  await own(page, 'Sair')
  await expect(page.getByLabel('E-mail')).toBeVisible()
}

test('a code and a passkey open the desk, another session ends, and the log says so', async ({ stack }) => {
  await stack.link()
  await stack.customer.sendText(companyNumber, 'Bom dia, aqui é a Ana')
  await stack.sql`insert into settings (id, company_id, user_rating, schedule_type, check_msg_is_group, call, chat_bot_type, send_greeting_accepted,
      send_msg_transf_ticket, user_creation, campaigns_enabled, reopen_window_minutes, devices_per_user, created_at, updated_at)
    select id, id, 'disabled', 'disabled', 'disabled', 'enabled', 'text', 'disabled', 'disabled', 'enabled', 'enabled', 120, 2, now(), now()
    from companies where name = 'Padaria Aurora' on conflict (id) do update set devices_per_user = 2`
  // Passkeys are for names: none for an address of numbers.
  const url = stack.url.replace('127.0.0.1', 'localhost')
  const page = await stack.window({ bare: true })
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`${url}/login`)
  await enterPassword(page)
  await expect(button(page, 'Perfil')).toBeVisible()

  await own(page, 'Segurança')
  await button(page, 'Configurar autenticador').click()
  await field(page, 'Sua senha').fill('errada-errada')
  await button(page, 'Continuar').click()
  await expect(page.getByText('Senha atual incorreta.')).toBeVisible()
  await field(page, 'Sua senha').fill(demoPassword)
  await button(page, 'Continuar').click()
  const secret = await page.getByLabel('Ou digite esta chave no aplicativo').inputValue()
  await page.getByLabel('Código de seis números').fill(await codeOf(page, secret))
  await button(page, 'Confirmar').click()
  const codes = page.getByRole('region', { name: 'Códigos de recuperação' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recoveryCode = ''] = await codes.allTextContents()
  await button(page, 'Guardei os códigos').click()
  await expect(page.getByText('10 códigos ainda valem.')).toBeVisible()
  await expectAccessible(page)

  await leave(page)
  await enterPassword(page)
  await page.getByLabel('Código de seis números').fill(await codeOf(page, secret, 1))
  await button(page, 'Entrar').click()
  await expect(button(page, 'Perfil')).toBeVisible()

  await own(page, 'Segurança')
  await button(page, 'Adicionar chave de acesso').click()
  await field(page, 'Sua senha').fill(demoPassword)
  await button(page, 'Continuar').click()
  await expect(page.getByRole('button', { name: /^Remover chave: / })).toBeVisible()
  await leave(page)
  // No word is typed.
  await button(page, 'Usar chave de acesso').click()
  await expect(button(page, 'Perfil')).toBeVisible()

  const other = await stack.window({ bare: true })
  await other.goto(`${url}/login`)
  await enterPassword(other)
  await button(other, 'Usar um código de recuperação').click()
  await field(other, 'Código de recuperação').fill(recoveryCode)
  await button(other, 'Entrar').click()
  await goOnHere(other)
  await own(page, 'Perfil')
  const elsewhere = page.getByRole('listitem').filter({ hasText: 'visto por último' })
  await elsewhere.getByRole('button', { name: /^Sair deste aparelho/ }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Sair deste aparelho', exact: true }).click()
  await expect(other.getByText('Sua sessão terminou. Entre de novo.')).toBeVisible()
  // What was asked has closed: the key closes the profile behind it.
  await expect(page.getByRole('button', { name: 'Sair deste aparelho', exact: true })).toBeHidden()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Auditoria' }).click()
  const log = page.getByRole('list', { name: 'Auditoria' })
  await expect(log.getByText(/Encerrou um acesso/)).toBeVisible()
  await expect(log.getByText('factor: passkey').first()).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Contatos', exact: true }).click()
  await page.getByRole('link', { name: 'Ana Souza' }).first().click()
  await button(page, 'Preparar cópia dos dados').click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Baixar/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^dados-.*\.zip$/)
  await button(page, 'Apagar a pessoa').click()
  await expect(page.getByText(/Ficam: os números do painel/)).toBeVisible()
  await button(page, 'Apagar para sempre').click()
  await expect.poll(async () => (await stack.sql`select id from contacts where name = 'Ana Souza'`).length).toBe(0)
  await expect.poll(() => stack.sql`select id from messages where body like '%aqui é a Ana%'`).toHaveLength(0)
})
