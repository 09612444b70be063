// Links for people without a session, by SMTP to a server on this machine.
import { plans } from 'db/companies/table.ts'
import { findLink, linkMs, noteInvitation } from 'db/node/accounts/links.ts'
import { findSignup, noteSignup } from 'db/node/accounts/pending-signups.ts'
import { startJobs } from 'db/node/jobs.ts'
import { useNamedTestDatabase } from 'db/node/testing/test-file-database.ts'
import { testCompany } from 'db/node/testing/test-world.ts'
import { users } from 'db/users/table.ts'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestMailServer } from '../test-mail-server.ts'
import { mailLinks, trustedAfterMs } from './mail-links.ts'

const { db, url } = useNamedTestDatabase()

/** A worker that mails. */
async function mailing() {
  const server = await startTestMailServer()
  onTestFinished(server.stop)
  const jobs = await startJobs(url, () => {})
  const mail = { url: server.url, from: 'Balcão <nao-responda@balcao.example>', publicUrl: 'https://balcao.example/' }
  const stop = await mailLinks({ db, jobs, log: pino({ level: 'silent' }), mail })
  onTestFinished(async () => {
    await stop()
    await jobs.boss.stop({ graceful: false })
  })
  const ask = (email: string) => db.orm.transaction((tx) => jobs.sendAccountLetter(tx, { kind: 'forgotten', email }))
  const invite = (userId: string) =>
    db.orm.transaction((tx) => jobs.sendAccountLetter(tx, { kind: 'invitation', userId, by: 'Helena Prado' }))
  const signUp = (email: string) =>
    db.orm.transaction(async (tx) => {
      const [plan] = await tx.select({ id: plans.id }).from(plans).limit(1)
      const wish = { name: 'Ganhe já', email, planId: plan?.id ?? '', timeZone: 'America/Sao_Paulo', passwordHash: 'x' }
      const signupId = await noteSignup(tx, wish, new Date())
      await jobs.sendAccountLetter(tx, { kind: 'signup', signupId })
    })
  return { ...server, ask, invite, signUp }
}

test('whoever logs in with the address gets a link, and nobody else a letter', async () => {
  const { received, ask } = await mailing()
  const company = await testCompany(db, { name: 'Padaria da Lia' })
  const [lia, invited] = [await company.user('user'), await company.user('user')]
  await db.orm.update(users).set({ passwordHash: null }).where(eq(users.id, invited.userId))
  await ask('ninguem@balcao.example')
  await ask(invited.email)
  await ask(lia.email)
  await vi.waitFor(() => expect(received).toHaveLength(1))
  const [letter] = received
  expect(letter).toMatchObject({ to: lia.email, subject: expect.stringContaining('Nova senha') })
  expect(letter?.body).toContain('Padaria da Lia')
  const [, token = ''] = /https:\/\/balcao\.example\/new-password#([\w-]{43})\s/.exec(letter?.body ?? '') ?? []
  const link = await findLink(db.orm, token, 'password', new Date())
  expect(link.userId).toBe(lia.userId)
  expect(link.expiresAt.getTime() - link.createdAt.getTime()).toBe(linkMs.password)
})

test('a mailbox that is the login’s for some days only gets no link', async () => {
  const { received, ask } = await mailing()
  const user = await (await testCompany(db)).user('user')
  await db.orm.update(users).set({ email: 'nova@balcao.example' }).where(eq(users.id, user.userId))
  await ask('nova@balcao.example')
  await vi.waitFor(() => expect(received).toHaveLength(1))
  expect(received[0]?.body).toContain('menos de 7 dias')
  expect(received[0]?.body).not.toContain('#')

  const emailSince = new Date(Date.now() - trustedAfterMs)
  await db.orm.update(users).set({ emailSince }).where(eq(users.id, user.userId))
  await ask('nova@balcao.example')
  await vi.waitFor(() => expect(received).toHaveLength(2))
  expect(received[1]?.body).toContain('#')
})

test('who is invited gets a link of their own, and nobody whose invitation was taken back', async () => {
  const { received, invite } = await mailing()
  const company = await testCompany(db, { name: 'Padaria da Lia' })
  const [bia, revoked] = [await company.user('user'), await company.user('user')]
  for (const { userId } of [bia, revoked]) {
    await db.orm.update(users).set({ passwordHash: null }).where(eq(users.id, userId))
  }
  await noteInvitation(db.orm, bia.userId, new Date(Date.now() + linkMs.invitation))
  await invite(revoked.userId)
  await invite(bia.userId)
  await vi.waitFor(() => expect(received).toHaveLength(1))
  const [letter] = received
  expect(letter).toMatchObject({ to: bia.email, subject: expect.stringContaining('Padaria da Lia') })
  expect(letter?.body).toContain('Helena Prado')
  const [, token = ''] = /https:\/\/balcao\.example\/invitation#([\w-]{43})\s/.exec(letter?.body ?? '') ?? []
  expect(await findLink(db.orm, token, 'invitation', new Date())).toMatchObject({ userId: bia.userId })
})

test('whose address opens a company is asked to confirm it; who has an account is told so, and nothing that was typed', async () => {
  const { received, signUp } = await mailing()
  const user = await (await testCompany(db)).user('user')
  await signUp('loja-nova@balcao.example')
  await signUp(user.email)
  await vi.waitFor(() => expect(received).toHaveLength(2))
  const [asked, told] = ['loja-nova@balcao.example', user.email].map((to) =>
    received.find((letter) => letter.to === to),
  )
  const [, token = ''] = /https:\/\/balcao\.example\/confirm#([\w-]{43})\s/.exec(asked?.body ?? '') ?? []
  expect(await findSignup(db.orm, token, new Date())).toMatchObject({ email: 'loja-nova@balcao.example' })
  expect(told?.body).toContain('https://balcao.example/login')
  expect(told?.body).not.toContain('#')
  expect(JSON.stringify(received)).not.toContain('Ganhe')
})
