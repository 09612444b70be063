// Where the installation mails, a company is opened by who reads the mailbox and knows the password: nobody is kept out by an address that others typed.
import { pendingSignups } from 'db/accounts/table.ts'
import { plans, companies } from 'db/companies/table.ts'
import { accountLetterQueue } from 'db/jobs.ts'
import { newId } from 'db/kit/new-id.ts'
import { forgetSignups, signupMs, signupToken } from 'db/node/accounts/pending-signups.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { users } from 'db/users/table.ts'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let planId: string
beforeAll(async () => {
  api = await startTestApi({
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'balcao@balcao.example',
    PUBLIC_URL: 'https://balcao.example',
    TRUST_PROXY: '1',
  })
  await testCompany(api.db, { operator: true })
  const [plan] = await api.db.orm.update(plans).set({ offered: true }).returning({ id: plans.id })
  planId = plan?.id ?? ''
})
afterAll(() => api.stop())

let hosts = 0
/** Each from a place of its own. */
const post = (path: string, body: object) =>
  api.request('POST', `/companies/cadastro${path}`, { body, headers: { 'x-forwarded-for': `10.3.0.${++hosts}` } })
const signUp = (email: string, password = 'Girafa azul 7') =>
  post('', { name: 'Loja Nova', email, phone: '', password, planId })
const confirm = (token: string, password = 'Girafa azul 7') => post('/confirm', { token, password })
/** As the worker makes it for the letter of the newest. */
async function mailed(email: string) {
  const [newest] = await api.db.orm
    .select()
    .from(pendingSignups)
    .where(eq(pendingSignups.email, email))
    .orderBy(desc(pendingSignups.id))
  return signupToken(api.db.orm, newest?.id ?? '')
}
const opened = async (email: string) =>
  (await api.db.orm.select().from(companies).where(eq(companies.email, email))).length
const login = (email: string, password = 'Girafa azul 7') =>
  api.request('POST', '/auth/login', { body: { email, password } }).then(({ status }) => status)

test('nothing is opened before the link, which opens it once', async () => {
  const email = `${newId()}@loja.example`
  expect(await signUp(email)).toMatchObject({ status: 201, body: { email, confirm: true } })
  expect([await opened(email), await login(email)]).toEqual([0, 401])
  const token = await mailed(email)
  expect(await confirm(token, 'outra senha')).toMatchObject({
    status: 400,
    body: { details: { fields: { password: ['Invalid'] } } },
  })
  const answers = await Promise.all([confirm(token), confirm(token)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])
  expect([await opened(email), await login(email)]).toEqual([1, 200])
})

test('an address that somebody has is answered as a new one is, and its owner keeps what they have', async () => {
  const owner = await (await testCompany(api.db)).user('admin')
  const [taken, free] = [await signUp(owner.email), await signUp(`${newId()}@loja.example`)]
  expect({ ...taken.body, email: null }).toEqual({ ...free.body, email: null })
  expect([taken.status, free.status]).toEqual([201, 201])
  // Its link was never mailed; it would be none.
  expect(await confirm(await mailed(owner.email))).toMatchObject({ status: 410 })
  expect(await api.db.orm.select().from(users).where(eq(users.email, owner.email))).toHaveLength(1)
  const kinds = await api.db.sql`select data ->> 'kind' as kind from pgboss.job where name = ${accountLetterQueue}`
  expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['signup']))
})

test('whoever typed the address of another opens nothing, and stands in nobody’s way', async () => {
  const email = `${newId()}@loja.example`
  await signUp(email, 'do atacante 9')
  const theirs = await mailed(email)
  await signUp(email)
  // The owner opens the wrong letter: the password is not theirs.
  expect(await confirm(theirs)).toMatchObject({ status: 400 })
  expect(await confirm(await mailed(email))).toMatchObject({ status: 200 })
  expect(await confirm(theirs, 'do atacante 9')).toMatchObject({ status: 410 })
  expect([await login(email), await login(email, 'do atacante 9')]).toEqual([200, 401])
})

test('a link ends after a day, and letters to one mailbox after five an hour', async () => {
  const email = `${newId()}@loja.example`
  await signUp(email)
  const token = await mailed(email)
  const expiresAt = new Date(Date.now() - 1)
  await api.db.orm.update(pendingSignups).set({ expiresAt }).where(eq(pendingSignups.email, email))
  expect(await confirm(token)).toMatchObject({ status: 410 })
  await forgetSignups(api.db.orm, new Date())
  expect(await api.db.orm.$count(pendingSignups, eq(pendingSignups.email, email))).toBe(0)
  for (let i = 0; i < 4; i++) expect(await signUp(email)).toMatchObject({ status: 201 })
  expect(await signUp(email)).toMatchObject({ status: 429 })
  const [row] = await api.db.orm.select().from(pendingSignups).where(eq(pendingSignups.email, email))
  expect(Number(row?.expiresAt) - Number(row?.createdAt)).toBe(signupMs)
})
