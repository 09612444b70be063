import * as v from 'valibot'
import { expect, test } from 'vitest'
import { keySettings } from './keys/settings.ts'
import { mediaSettings } from './media/media-store.ts'
import { databaseUrl, logLevel, port, readSettings, SettingsError } from './settings.ts'

const schema = v.pipe(
  v.object({
    DATABASE_URL: databaseUrl,
    PORT: v.optional(port, '8787'),
    LOG_LEVEL: v.optional(logLevel, 'info'),
    JWT_SECRET: v.pipe(v.string(), v.minLength(32)),
    PUBLIC_URL: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https://'))),
    ...keySettings,
    ...mediaSettings,
  }),
  v.check(({ PUBLIC_URL, PORT }) => !PUBLIC_URL || PORT > 0, 'PUBLIC_URL needs a PORT'),
)
const right = {
  DATABASE_URL: 'postgresql://balcao:senha@127.0.0.1/balcao',
  JWT_SECRET: 'j'.repeat(32),
  SESSION_KEYS_SECRET: 'ab'.repeat(32),
}

function refusal(change: Record<string, string | undefined>) {
  try {
    readSettings(schema, { ...right, ...change })
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return error instanceof Error ? error.message : ''
  }
  throw new Error('it was taken')
}

test('what is right is read', () => {
  expect(readSettings(schema, { ...right, OTHER: 'x' })).toMatchObject({ PORT: 8787, LOG_LEVEL: 'info' })
})

test('each wrong variable has one line, which says what is expected', () => {
  expect(
    refusal({
      DATABASE_URL: undefined,
      PORT: '70000',
      LOG_LEVEL: 'loud',
      JWT_SECRET: 'short',
      PUBLIC_URL: 'ftp://x',
      SESSION_KEYS_SECRET: undefined,
      SESSION_KEYS_FORMER: 'one,two',
      S3_ENDPOINT: 'storage',
    }).split('\n'),
  ).toEqual([
    'DATABASE_URL: missing; has to be an address that begins with postgresql://',
    'PORT: has to be 65535 or less',
    'LOG_LEVEL: has to be trace or debug or info or warn or error or fatal or silent',
    'JWT_SECRET: has to have 32 characters or more',
    'PUBLIC_URL: has to begin with https://',
    'SESSION_KEYS_SECRET: missing; has to be 32 bytes in hex or base64',
    'SESSION_KEYS_FORMER: has to be 32 bytes in hex or base64',
    'S3_ENDPOINT: has to be an address',
  ])
})

test('a rule between variables is a line of its own', () => {
  expect(refusal({ PUBLIC_URL: 'https://x', PORT: '0' })).toBe('PUBLIC_URL needs a PORT')
})

test.each([
  'postgresql://balcao:a/b@127.0.0.1/balcao',
  'postgresql://balcao:senha@127.0.0.1:porta/balcao',
  'mysql://balcao:senha@127.0.0.1/balcao',
  'senha',
])('%s is no address of Postgres, and is not repeated', (url) => {
  const said = refusal({ DATABASE_URL: url })
  expect(said).toMatch(/^DATABASE_URL: has to be an address/)
  expect(said).not.toContain('senha')
  expect(said).not.toContain('a/b')
})
