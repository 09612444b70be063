// How passwords may be guessed, over the real API: by an office behind one address, by somebody who locks others out, from everywhere.
import { testCompany, testPassword, type TestCompany } from 'db/node/testing/test-world.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../test-api.ts'

let api: TestApi
let company: TestCompany
let email: string
beforeAll(async () => {
  api = await startTestApi({ TRUST_PROXY: '1' })
  company = await testCompany(api.db)
})
afterAll(() => api.stop())
beforeEach(async () => {
  await api.db.sql`delete from login_attempts`
  email = (await company.user('user')).email
})

const office = '203.0.113.7'
const elsewhere = '198.51.100.1'

interface From {
  address?: string
  password?: string
  cookie?: string
}

async function login(who: string, { address = office, password = testPassword, cookie }: From = {}) {
  const headers = { 'x-forwarded-for': address }
  const { status, headers: answered } = await api.request('POST', '/auth/login', {
    body: { email: who, password },
    headers,
    cookie,
  })
  const [, device] = answered.getSetCookie().map((line) => line.split(';')[0])
  return { status, device }
}

/** All of one answer. */
async function guess(times: number, who: string, from: From = {}) {
  const answers = await Promise.all(
    Array.from({ length: times }, () => login(who, { password: 'errada', ...from }).then(({ status }) => status)),
  )
  return { wrong: answers.filter((status) => status === 401).length, refused: answers.filter((s) => s === 429).length }
}

const failuresCounted = async () => {
  const [row] = await api.db.sql`select coalesce(sum(points), 0)::int as points from login_attempts`
  return row?.['points'] as number
}

test('an office behind one address logs in sixty times in a minute', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => company.user('user')))
  for (let round = 0; round < 10; round++) {
    const statuses = await Promise.all(people.map((person) => login(person.email)))
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  }
  expect(await failuresCounted()).toBe(0)
})

test('ten guesses at the same time are ten, and the right password does not help after them', async () => {
  expect(await guess(14, email)).toEqual({ wrong: 10, refused: 4 })
  expect(await login(email)).toMatchObject({ status: 429 })
})

test('who guesses somewhere else locks nobody out', async () => {
  await guess(12, email, { address: elsewhere })
  expect(await login(email, { address: elsewhere })).toMatchObject({ status: 429 })
  expect(await login(email)).toMatchObject({ status: 200 })
})

test('a right password gives the person back their guesses', async () => {
  await guess(9, email)
  expect(await login(email)).toMatchObject({ status: 200 })
  expect(await guess(9, email)).toEqual({ wrong: 9, refused: 0 })
})

test('a blocked address costs the accounts that it tries nothing', async () => {
  for (let account = 0; account < 10; account++) await guess(10, `ninguem-${account}@empresa.example`)
  const counted = await failuresCounted()
  expect(await guess(3, email)).toEqual({ wrong: 0, refused: 3 })
  expect(await failuresCounted()).toBe(counted)
  expect(await login(email, { address: elsewhere })).toMatchObject({ status: 200 })
})

test('guesses from everywhere end at fifty; where the person has logged in before they go on', async () => {
  const { device = '' } = await login(email)
  for (let n = 1; n <= 5; n++) await guess(10, email, { address: `198.51.100.${n}` })
  expect(await login(email, { address: '192.0.2.1' })).toMatchObject({ status: 429 })
  expect(await login(email, { address: '192.0.2.1', cookie: device })).toMatchObject({ status: 200 })
})

test('somebody else at the same address does not lock a known device out; it has guesses of its own', async () => {
  const { device = '' } = await login(email)
  await guess(12, email)
  expect(await login(email)).toMatchObject({ status: 429 })
  expect(await login(email, { cookie: device })).toMatchObject({ status: 200 })
  expect(await guess(14, email, { cookie: device })).toEqual({ wrong: 10, refused: 4 })
  expect(await login(email, { cookie: device })).toMatchObject({ status: 429 })
})

test('the cookie of a device is out of scripts’ reach, the person’s alone, and can’t be made up', async () => {
  const { device = '' } = await login(email)
  const [name = '', value = ''] = device.split('=')
  const { headers } = await api.request('POST', '/auth/login', { body: { email, password: testPassword } })
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith('balcao_device_')) ?? ''
  expect(line).toMatch(/HttpOnly/i)
  expect(line).toMatch(/SameSite=Strict/i)
  expect(line).toMatch(/Path=\/api\/auth/)
  expect(line).toMatch(/Max-Age=34560000/)

  const victim = await company.user('user')
  const theirs = `balcao_device_${victim.userId.replaceAll('-', '')}`
  await guess(12, victim.email)
  const [signed = '', signature = ''] = decodeURIComponent(value).split(/\.(?=[^.]+$)/)
  const forged = [
    `${theirs}=${value}`,
    `${theirs}=${encodeURIComponent(`${signed.replace(/^[^.]+/, victim.userId)}.${signature}`)}`,
    `${theirs}=${victim.userId}.${victim.userId}`,
  ]
  for (const cookie of forged) expect(await login(victim.email, { cookie })).toMatchObject({ status: 429 })
  // Nor does it open anything.
  expect(await api.request('POST', '/auth/refresh_token', { cookie: device })).toMatchObject({ status: 401 })
  expect(await api.request('POST', '/auth/refresh_token', { cookie: `balcao_refresh=${value}` })).toMatchObject({
    status: 401,
  })
  expect(await api.request('GET', '/auth/me', { token: decodeURIComponent(value) })).toMatchObject({ status: 401 })
  expect(name).toMatch(/^balcao_device_[0-9a-f]{32}$/)
})

test('a device that many people use keeps the newest cookies', async () => {
  const others = Array.from({ length: 30 }, (_, n) => `balcao_device_${String(n).padStart(32, '0')}=u.d.${n}.s`)
  const { headers } = await api.request('POST', '/auth/login', {
    body: { email, password: testPassword },
    cookie: others.join('; '),
  })
  const dropped = headers.getSetCookie().filter((line) => /^balcao_device_0+\d*=;/.test(line))
  expect(dropped).toHaveLength(21)
  expect(dropped.some((line) => line.startsWith(`balcao_device_${'29'.padStart(32, '0')}`))).toBe(false)
})
