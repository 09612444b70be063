// What strangers write, in the database: it is stored, folded for the search and shown in the list in about the time that its length asks for.
import { eq, sql } from 'drizzle-orm'
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { foldText } from '../kit/sql/search-text.ts'
import { longest } from '../kit/texts/test-hostile-texts.ts'
import { useAlterableDatabase } from '../node/testing/test-file-database.ts'
import { testCompany, type TestCompany } from '../node/testing/test-world.ts'
import { tickets } from '../tickets/table.ts'
import { plainInbound } from './inbound.ts'
import { receiveMessage } from './receive.ts'
import { messages, messageSearch } from './table.ts'
import { noEffects } from '../kit/effects.ts'
import { systemContext } from '../kit/system-context.ts'

const { db, alter } = useAlterableDatabase()
let company: TestCompany
beforeAll(async () => {
  company = await testCompany(db)
})

const half = longest / 2
const texts: readonly [string, string][] = [
  ['accents in the wrong order', `a${'\u0301'.repeat(half - 1)}${'\u0316'.repeat(half)}`],
  ['Hebrew points in the wrong order', '\u05B0\u0591'.repeat(half)],
  ['brackets', `https://a${')'.repeat(longest - 9)}`],
  ['one word', 'a'.repeat(longest)],
  ['families', '👨‍👩‍👧‍👦'.repeat(longest / 16)],
]

test.each(texts)('%s: 64 KB are stored within seconds', async (_, body) => {
  const number = `5511${String(Math.random()).slice(2, 11)}`
  const contact = { lid: null, number, pushName: 'Ana', isGroup: false }
  const inbound = {
    ...plainInbound,
    connectionId: company.connectionId,
    whatsappId: number,
    fromMe: false,
    contact,
    body,
  }
  const messageId = await db.orm.transaction(async (tx) => {
    // Before rows of marks had an end it was 24 s and more.
    await tx.execute(sql`set local statement_timeout = '6s'`)
    const ctx = systemContext(company.id, noEffects)
    const received = await receiveMessage(tx, { ...inbound, sentAt: new Date() }, ctx)
    return received.kind === 'stored' ? received.messageId : ''
  })
  const [row] = await db.orm
    .select({ body: messages.body, folded: messageSearch.folded, lastMessage: tickets.lastMessage })
    .from(messages)
    .innerJoin(messageSearch, eq(messageSearch.messageId, messages.id))
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(eq(messages.id, messageId))
  expect(row?.body).toBe(body)
  expect(row?.folded).toBe(foldText(body))
  expect(row?.lastMessage.length).toBeLessThanOrEqual(801)
})

test('tickets from before have their last message cut', async () => {
  const contactId = await company.contact('Bia')
  const rows = {
    short: 'Oi, tudo bem?',
    long: 'palavra '.repeat(500),
    accents: `${'a'.repeat(199)}e\u0301\u0301${'b'.repeat(99)}`,
  }
  const ids = await Promise.all(
    Object.values(rows).map((lastMessage) => company.ticket({ contactId, lastMessage, status: 'closed' })),
  )
  await alter(await readFile(new URL('../../migrations/0038_strangers_texts.sql', import.meta.url), 'utf8'))
  const after = await Promise.all(ids.map((id) => db.orm.select().from(tickets).where(eq(tickets.id, id))))
  expect(after.map(([ticket]) => ticket?.lastMessage)).toEqual([
    rows.short,
    `${'palavra '.repeat(25).trimEnd()}…`,
    `${'a'.repeat(199)}e…`,
  ])
})
