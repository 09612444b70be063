import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { currentKeyId } from 'db/node/keys/cipher.ts'

const key = '11'.repeat(32)
const base = { DATABASE_URL: 'postgres://u:p@127.0.0.1/db', SESSION_KEYS_SECRET: key }

test('hex and base64 are the same key', () => {
  const [hex, base64] = [base, { ...base, SESSION_KEYS_SECRET: Buffer.from(key, 'hex').toString('base64') }].map(
    readEnv,
  )
  expect(currentKeyId(hex!.sessionKeys)).toBe(currentKeyId(base64!.sessionKeys))
  expect(hex).toMatchObject({ whatsapp: null, logLevel: 'info' })
})

test('workers without a name get different ones', () => {
  expect(readEnv(base).workerId).not.toBe(readEnv(base).workerId)
})

test.each(['ws://127.0.0.1:9/ws/chat', 'ws://localhost:9', 'ws://[::1]:9'])('%s may stand in for WhatsApp', (url) => {
  expect(readEnv({ ...base, WHATSAPP_URL: url, WHATSAPP_ROOT_KEY: key }).whatsapp).toMatchObject({ url })
})

test('push needs all three of its settings, and is off without them', () => {
  expect(readEnv(base).push).toBeNull()
  const [publicKey, privateKey, subject] = ['B'.repeat(87), 'p'.repeat(43), 'mailto:suporte@balcao.example']
  const vapid = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject }
  expect(readEnv({ ...base, ...vapid }).push).toEqual({ publicKey, privateKey, subject, allowLoopback: false })
  for (const name of Object.keys(vapid)) {
    expect(() => readEnv({ ...base, ...vapid, [name]: undefined })).toThrow('belong together')
  }
})

test.each([
  [{ WHATSAPP_URL: 'wss://example.com/ws' }, 'WHATSAPP_URL'],
  [{ WHATSAPP_URL: 'ws://127.0.0.1.example.com' }, 'WHATSAPP_URL'],
  [{ WHATSAPP_ROOT_KEY: key }, 'WHATSAPP_ROOT_KEY'],
  [{ OUTGOING_ALLOW_LOOPBACK: '1' }, 'OUTGOING_ALLOW_LOOPBACK'],
  [{ SESSION_KEYS_SECRET: 'c2hvcnQ=' }, 'SESSION_KEYS_SECRET'],
  [{ DATABASE_URL: undefined }, 'DATABASE_URL'],
  [{ VAPID_PRIVATE_KEY: 'c2hvcnQ=' }, 'VAPID_PRIVATE_KEY'],
  [{ VAPID_SUBJECT: 'somebody' }, 'VAPID_SUBJECT'],
])('%o is refused, by name and without its value', (change, name) => {
  const read = () => readEnv({ ...base, ...change })
  expect(read).toThrow(name)
  expect(read).not.toThrow('c2hvcnQ=')
})
