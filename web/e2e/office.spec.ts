// The operator's office: a super user's plans, companies and what they pay.
import { expect, type Page } from '@playwright/test'
import { demoPassword } from 'db/node/seed.ts'
import { setupCode } from '../../sync-server/src/office/setup.ts'
import { expectAccessible } from './accessible.ts'
import { productSecret } from './product.ts'
import { test } from './stack.ts'

const line = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Empresas' }).getByRole('listitem').filter({ hasText: name })
const act = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Ações de ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('a super user makes a plan and a company, extends it, marks what it paid, and deletes it', async ({ stack }) => {
  const office = await stack.person('super@balcao.example')
  await office.goto(`${stack.url}/settings/plans`)
  await office.getByRole('button', { name: 'Novo plano' }).click()
  await office.getByLabel('Nome').fill('Bairro')
  await office.getByLabel('Valor por mês (R$)').fill('49,90')
  await office.getByRole('button', { name: 'Salvar' }).click()
  const plans = office.getByRole('list', { name: 'Planos' })
  await expect(plans.getByRole('listitem').filter({ hasText: 'Bairro' })).toContainText('R$ 49,90')

  await office.getByRole('tab', { name: 'Empresas' }).click()
  await office.getByRole('button', { name: 'Nova empresa' }).click()
  await office.getByLabel('Nome da empresa').fill('Mercado Lia')
  await office.getByLabel('Plano', { exact: true }).click()
  await office.getByRole('option', { name: 'Bairro' }).click()
  const due = new Date(Date.now() + 5 * 86_400_000).toLocaleDateString('pt-BR', { timeZone: 'America/Sao_Paulo' })
  await office.getByLabel('Vencimento', { exact: true }).fill(due)
  await office.getByLabel('Nome', { exact: true }).fill('Dona Lia')
  const email = office.getByLabel('E-mail de quem administra')
  await email.fill('helena@aurora.example')
  await office.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await office.getByRole('button', { name: 'Salvar' }).click()
  await expect(office.getByText(/Não foi possível realizar a operação/)).toBeVisible()
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Este e-mail já está em uso.')
  await email.fill('lia@mercado-lia.example')
  await expect(email).toHaveAccessibleDescription('')
  await office.getByRole('button', { name: 'Salvar' }).click()
  await expect(line(office, 'Mercado Lia')).toContainText('vence em 5 dias')

  await act(office, 'Mercado Lia', 'Editar')
  const zone = office.getByRole('combobox', { name: 'Fuso horário' })
  await zone.click()
  await office.getByLabel('Buscar', { exact: true }).fill('manaus')
  await office.getByRole('option', { name: /Manaus/ }).click()
  await office.getByLabel('Telefone').fill('não é')
  await office.getByRole('button', { name: 'Cancelar' }).click()
  await office.getByRole('button', { name: 'Continuar editando' }).click()
  await office.getByRole('button', { name: 'Salvar' }).click()
  await expect(office.getByLabel('Telefone')).toBeFocused()
  await office.getByLabel('Telefone').fill('(92) 3333-4444')
  await office.getByRole('button', { name: 'Salvar' }).click()
  await expect(line(office, 'Mercado Lia')).toContainText('(92) 3333-4444')
  await expect
    .poll(() => stack.sql`select time_zone from companies where name = 'Mercado Lia'`)
    .toMatchObject([{ time_zone: 'America/Manaus' }])

  const lia = await stack.person('lia@mercado-lia.example')
  await expect(lia.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()
  await expect(lia.getByRole('link', { name: 'Agendamentos' })).toBeVisible()
  await lia.goto(`${stack.url}/settings`)
  await expect(lia.getByRole('tab', { name: 'Opções' })).toBeVisible()
  await expect(lia.getByRole('tab', { name: 'Empresas' })).toBeHidden()

  await office.getByRole('button', { name: 'Mais vencimento para Mercado Lia' }).click()
  await office.getByRole('menuitem', { name: 'MENSAL' }).click()
  // A month has 28 to 31 days, and in Manaus it is yesterday for another hour.
  await expect(line(office, 'Mercado Lia')).toContainText(/vence em 3[3-7] dias/)
  await act(office, 'Mercado Lia', 'Faturas')
  const dialog = office.getByRole('dialog', { name: 'Faturas de Mercado Lia' })
  const mark = async (how: string) => {
    await office.getByRole('button', { name: 'Marcar como paga' }).click()
    await expect(office.getByRole('radio', { name: /^Recebido de outra forma/ })).toBeChecked()
    await expect(office.getByLabel('Valor recebido (R$)')).toHaveValue('49,90')
    await office.getByLabel('Como foi paga').fill(how)
    await expectAccessible(office)
    await office.getByRole('button', { name: 'Confirmar' }).click()
    await expect(dialog).toContainText('Pago')
  }
  await mark('Depósito na conta')
  await expect(dialog).toContainText('Super Usuário')
  // It was another company's: taken back with a reason, and owed again.
  await dialog.getByRole('button', { name: 'Estornar' }).click()
  const question = office.getByRole('dialog', { name: 'Estornar o pagamento' })
  await question.getByLabel('Motivo').fill('Era de outra empresa')
  await expectAccessible(office)
  await question.getByRole('button', { name: 'Estornar' }).click()
  await expect(dialog).toContainText('Em Aberto')
  await expect(dialog).toContainText('Era de outra empresa')
  await mark('Agora sim')
  await dialog.getByRole('button', { name: 'Fechar' }).click()
  await expect(line(office, 'Mercado Lia')).toContainText(/vence em 6[2-7] dias/)

  // How the installation does, by the real parts.
  await office.getByRole('tab', { name: 'Operação' }).click()
  await expect(office.getByText('Do WhatsApp ao banco').first()).toBeVisible()
  await expect(office.getByText(/^WAL retido por balcao_shapes/)).toBeVisible()
  await expectAccessible(office)

  // A flag that goes takes its screen from the device that is open.
  await office.getByRole('tab', { name: 'Planos' }).click()
  await office.getByRole('button', { name: 'Editar Bairro' }).click()
  await office.getByRole('switch', { name: 'Agendamentos' }).click()
  await office.getByRole('button', { name: 'Salvar' }).click()
  await expect(lia.getByRole('link', { name: 'Agendamentos' })).toBeHidden()

  await office.getByRole('tab', { name: 'Empresas' }).click()
  await act(office, 'Mercado Lia', 'Excluir')
  const sure = office.getByRole('dialog').getByRole('button', { name: 'Excluir' })
  await expect(sure).toBeDisabled()
  await office.getByLabel('Digite o nome da empresa para excluir').fill('Mercado Lia')
  await sure.click()
  await expect(line(office, 'Mercado Lia')).toBeHidden()
  await expect(lia.getByLabel('E-mail')).toBeVisible()
})

test('a new installation leads to its setup, which makes who runs it', async ({ stack }) => {
  await stack.sql`delete from companies`
  const page = await stack.window()
  await page.goto(`${stack.url}/login`)
  await expect(page).toHaveURL(/\/setup$/)
  await page.getByLabel('Código').fill('ERRADO')
  await page.getByLabel('Nome da empresa').fill('Operadora')
  await page.getByLabel('Seu nome').fill('Dona da Casa')
  await page.getByLabel('E-mail').fill('dona@operadora.example')
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Criar' }).click()
  await expect(page.getByText(/Código incorreto/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Código').fill(setupCode(productSecret))
  await page.getByRole('button', { name: 'Criar' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel('E-mail').fill('dona@operadora.example')
  await page.getByLabel('Senha', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('button', { name: /Tudo sincronizado/ })).toBeVisible()
  await page.goto(`${stack.url}/settings/companies`)
  await expect(line(page, 'Operadora')).toBeVisible()
  await page.goto(`${stack.url}/setup`)
  await expect(page).toHaveURL(`${stack.url}/`)
})
