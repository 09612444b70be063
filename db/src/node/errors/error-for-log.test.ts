import { drizzle } from 'drizzle-orm/postgres-js'
import { DrizzleQueryError } from 'drizzle-orm'
import * as fc from 'fast-check'
import { connect as connectSocket } from 'node:net'
import { readFile } from 'node:fs/promises'
import postgres from 'postgres'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '../../contacts/table.ts'
import { AppError } from '../../kit/errors.ts'
import { newId } from '../../kit/new-id.ts'
import { AiError, failedWith } from '../ai/ai-error.ts'
import { DialogflowError } from '../integrations/dialogflow.ts'
import { MailError } from '../mail/mail.ts'
import { OutgoingError } from '../outgoing/outgoing.ts'
import { errorForLog } from './error-for-log.ts'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'

let database: TestDatabase
let sql: postgres.Sql
beforeAll(async () => {
  database = await testDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const thrown = async (fail: () => unknown): Promise<unknown> => {
  try {
    await fail()
  } catch (error) {
    return error
  }
  return null
}

/** What a person could have written, in whatever quotes. */
const marker = 'MARCA'
const hostile = fc
  .tuple(fc.string({ unit: 'grapheme' }), fc.constantFrom(`'`, `"`, '`', '\n    at ', '\0', ' "x" ', ': '), fc.string())
  .map(([before, quote, after]) => `${before}${quote}${marker}${quote}${after}`)

const failures: [string, (text: string) => unknown][] = [
  [
    'a row that Drizzle writes',
    (text) =>
      drizzle(sql)
        .insert(contacts)
        .values({
          id: newId(),
          companyId: newId(),
          name: `${text}\0`,
          number: text,
          email: text,
          isGroup: false,
          createdAt: new Date(),
          updatedAt: new Date(),
        }),
  ],
  [
    'a constraint',
    (text) =>
      drizzle(sql)
        .insert(contacts)
        .values({
          id: newId(),
          companyId: newId(),
          name: marker,
          email: text.replaceAll('\0', ''),
          lid: marker,
          isGroup: false,
          createdAt: new Date(),
          updatedAt: new Date(),
        }),
  ],
  ['a value of another type', (text) => sql`select ${`${marker}${text}`.replaceAll('\0', '')}::text::uuid`],
  ['JSON', (text) => JSON.parse(`{"a": "${text}`)],
  ['valibot', (text) => v.parse(v.number(), text)],
  ['an address', (text) => new URL(text)],
  ['a number', (text) => BigInt(text)],
  ['a property', (text) => (undefined as unknown as Record<string, unknown>)[text]],
  ['a path', (text) => readFile(`/nowhere/${text.replaceAll('\0', '')}`)],
  ['an argument', (text) => connectSocket({ port: 1, host: text, lookup: marker as never })],
  ['a header', (text) => new Headers({ x: `${text}\n` })],
  ['a thrown text', async (text) => Promise.reject(Object.assign(new Error(text), { stack: `Error: other\n${text}` }))],
]

test.each(failures)('of %s nothing is told of what it was about', async (_, fail) => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const error = await thrown(() => fail(text))
      const told = JSON.stringify(errorForLog(new Error('outer', { cause: error })))
      expect(told).not.toContain(marker)
    }),
    { numRuns: 30 },
  )
})

test('a failed statement is told by its code, its place and its text with placeholders', async () => {
  const error = await thrown(() =>
    drizzle(sql).insert(contacts).values({
      id: newId(),
      companyId: newId(),
      name: 'Ana',
      number: '1',
      email: '',
      isGroup: false,
      createdAt: new Date(),
      updatedAt: new Date(),
    }),
  )
  expect(errorForLog(error)).toMatchObject({
    type: DrizzleQueryError.name,
    query: expect.stringMatching(/^insert into "contacts" .*\$1/),
    at: expect.arrayContaining([expect.stringContaining('error-for-log.test.ts')]),
    cause: { type: 'PostgresError', code: '23503', constraint: 'contacts_company_id_fkey', table: 'contacts' },
  })
})

test('our own messages, refusals and the engine’s are told', async () => {
  expect(errorForLog(new Error('the slot is gone'))).toMatchObject({ type: 'Error', message: 'the slot is gone' })
  expect(errorForLog(new AppError('ERR_NOT_FOUND', { name: 'Ana' }))).toMatchObject({ message: 'ERR_NOT_FOUND' })
  const engine = await thrown(() => (null as unknown as { name: string }).name)
  expect(errorForLog(engine)).toMatchObject({
    type: 'TypeError',
    message: 'Cannot read properties of null (reading …)',
  })
})

test('what our parts say of services they asked is told with its kind and status', () => {
  const failure = { kind: 'later', reason: 'status', detail: '503', status: 503, retryAfter: null } as const
  const failed = { ...failure, body: Buffer.from(marker) }
  const told: [Error, string][] = [
    [failedWith(failed), 'the model: unavailable (503)'],
    [new AiError('nonsense'), 'the model: nonsense'],
    [new OutgoingError(failed), 'status: 503'],
    [new DialogflowError(failed), 'status 503'],
    [new MailError('unavailable', 'mail was not taken: ETIMEDOUT'), 'mail was not taken: ETIMEDOUT'],
  ]
  for (const [error, message] of told) {
    expect(errorForLog(error)).toMatchObject({ type: error.constructor.name, message })
    expect(JSON.stringify(errorForLog(error))).not.toContain(marker)
  }
  // Nobody knows what a library's own would quote.
  class TheirError extends Error {}
  expect(errorForLog(new TheirError(marker))).not.toHaveProperty('message')
})

test('of the network and of files what they were about is told by number and name of the call', async () => {
  const refused = await thrown(async () => {
    const socket = connectSocket(1, '127.0.0.1')
    await new Promise((_resolve, reject) => socket.once('error', reject))
  })
  expect(errorForLog(refused)).toMatchObject({
    code: 'ECONNREFUSED',
    syscall: 'connect',
    address: '127.0.0.1',
    port: '1',
  })
  expect(errorForLog('texto')).toEqual({ type: 'string' })
})
