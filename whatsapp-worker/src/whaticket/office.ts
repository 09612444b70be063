// Queues with their options, connections, and people. Connections come without their link: WhatsApp's keys stay where they are, and each number
// is linked anew here.
import { eq } from 'drizzle-orm'
import { connections } from 'db/connections/table.ts'
import { presetColors } from 'db/kit/preset-colors.ts'
import { isBroughtHash } from 'db/node/password.ts'
import { connectionQueues, queueOptions, queues, userQueues } from 'db/queues/table.ts'
import { profileColumns } from 'db/users/rules.ts'
import { users } from 'db/users/table.ts'
import * as v from 'valibot'
import { fileOf } from './library-file.ts'
import { importedId } from './ids.ts'
import { openingHoursOf, profileOf } from './mapping.ts'
import type { Row } from './source.ts'
import { store } from './target.ts'
import { flag, idOf, json, madeAt, moment, text, Unreadable, whole } from './values.ts'
import { allRows, companyOf, named, ofCompany, taken, type Work } from './work.ts'

const times = (row: Row) => ({ createdAt: madeAt(row), updatedAt: moment(row, 'updatedAt') ?? madeAt(row) })

export async function importQueues(work: Work): Promise<void> {
  const columns = [
    'id',
    'name',
    'queue',
    'color',
    'orderQueue',
    'greetingMessage',
    'outOfHoursMessage',
    'schedules',
    'mediaPath',
    'mediaName',
  ]
  const rows = await allRows(work.source.table('Queues'), [...columns, ...ofCompany, 'createdAt', 'updatedAt'])
  const used = await usedColors(work)
  const incoming = taken(work, 'queues', rows, (row) => {
    const { id: companyId, old } = companyOf(work, row)
    const id = importedId('queues', idOf(row), madeAt(row))
    work.known.queues.set(idOf(row), { id, companyId })
    const colors = used.get(companyId) ?? new Map<string, string>()
    used.set(companyId, colors)
    return {
      from: idOf(row),
      old,
      row: {
        id,
        companyId,
        name: text(row, 'name', 50) || text(row, 'queue', 50) || `Fila ${idOf(row)}`,
        color: freeColor(colors, id, text(row, 'color').toLowerCase()),
        orderQueue: whole(row, 'orderQueue') ?? 0,
        greetingMessage: text(row, 'greetingMessage'),
        outOfHoursMessage: text(row, 'outOfHoursMessage'),
        hours: openingHoursOf(json(row, 'schedules')),
        ...times(row),
      },
      media: row,
    }
  })
  for (const { media, old, ...one } of incoming) {
    const file = await fileOf(work, media, old, one.row.companyId)
    await store(work, { table: queues, name: 'queues' }, [{ ...one, row: { ...one.row, ...file } }])
  }
  await importOptions(work)
}

/** By company, and there by colour: whose it is. */
async function usedColors({ db }: Work) {
  const there = await db.orm.select({ id: queues.id, companyId: queues.companyId, color: queues.color }).from(queues)
  return new Map(
    [...Map.groupBy(there, ({ companyId }) => companyId)].map(([companyId, of]) => [
      companyId,
      new Map(of.map(({ id, color }) => [color, id])),
    ]),
  )
}

/** Two queues of a company never look the same here. */
function freeColor(used: Map<string, string>, id: string, wished: string): string {
  const isFree = (color: string) => (used.get(color) ?? id) === id
  const shades = Array.from({ length: 512 }, (_, at) => `#${(0x334155 + at * 257).toString(16).padStart(6, '0')}`)
  const wishes = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.test(wished) ? [wished] : []
  const color = [...wishes, ...presetColors, ...shades].find(isFree) ?? '#334155'
  used.set(color, id)
  return color
}

async function importOptions(work: Work) {
  const columns = [
    'id',
    'title',
    'message',
    'option',
    'queueId',
    'parentId',
    'mediaPath',
    'mediaName',
    'createdAt',
    'updatedAt',
  ]
  const rows = await allRows(work.source.table('QueueOptions'), columns)
  const places = placesOf(rows)
  const ids = new Map<number, string>()
  const companies = new Map([...work.known.companies].map(([old, { id }]) => [id, old]))
  const incoming = taken(work, 'queue options', rows, (row) => {
    const place = places.get(row)
    if (!place) throw new Unreadable('below itself, or below another queue')
    const queue = work.known.queues.get(place.queue ?? -1)
    if (!queue) throw new Unreadable('of no queue')
    const { id: queueId, companyId } = queue
    const id = importedId('queue_options', idOf(row), madeAt(row))
    ids.set(idOf(row), id)
    return { from: idOf(row), media: row, place, row: { id, companyId, queueId, ...times(row) } }
  })
  const siblings = Map.groupBy(incoming, ({ place, media }) => `${place.queue} ${whole(media, 'parentId')}`)
  const options = new Map(
    [...siblings.values()].flatMap((of) =>
      of.toSorted((a, b) => byOption(a.media, b.media)).map(({ from }, index) => [from, index + 1] as const),
    ),
  )
  // Parents first.
  for (const { media, from, row } of incoming.toSorted((a, b) => a.place.depth - b.place.depth)) {
    const words = {
      parentId: ids.get(whole(media, 'parentId') ?? -1) ?? null,
      option: options.get(from) ?? 1,
      title: text(media, 'title', 100) || `Opção ${from}`,
      message: text(media, 'message'),
    }
    const file = await fileOf(work, media, companies.get(row.companyId) ?? 0, row.companyId)
    await store(work, { table: queueOptions, name: 'queue options' }, [{ from, row: { ...row, ...words, ...file } }])
  }
}

const byOption = (a: Row, b: Row) =>
  (whole(a, 'option') ?? 0) - (whole(b, 'option') ?? 0) || (whole(a, 'id') ?? 0) - (whole(b, 'id') ?? 0)

interface OptionPlace {
  /** The old id: a child may say only whose child it is. */
  queue: number | null
  /** How many are above it. */
  depth: number
}

/** Null: it stands below itself, however many are in between, or below an option of another queue. */
function placesOf(rows: readonly Row[]): Map<Row, OptionPlace | null> {
  const byId = new Map(rows.map((row) => [whole(row, 'id'), row]))
  const places = new Map<Row, OptionPlace | null>()
  for (const row of rows) {
    const chain: Row[] = []
    const inChain = new Set<Row>()
    let at: Row | undefined = row
    while (at && !places.has(at) && !inChain.has(at)) {
      chain.push(at)
      inChain.add(at)
      at = whole(at, 'parentId') === null ? undefined : byId.get(whole(at, 'parentId'))
    }
    let above: OptionPlace | null = at ? (places.get(at) ?? null) : { queue: null, depth: -1 }
    for (const one of chain.toReversed()) {
      above = above && below(above, whole(one, 'queueId'))
      places.set(one, above)
    }
  }
  return places
}

function below({ queue, depth }: OptionPlace, own: number | null): OptionPlace | null {
  if (queue !== null && own !== null && own !== queue) return null
  return { queue: own ?? queue, depth: depth + 1 }
}

const greetings = ['greetingMessage', 'complationMessage', 'outOfHoursMessage', 'ratingMessage'] as const

export async function importConnections(work: Work): Promise<void> {
  const columns = [
    'id',
    'name',
    'isDefault',
    'channel',
    'type',
    ...greetings,
    'sendIdQueue',
    'timeSendQueue',
    ...ofCompany,
  ]
  const rows = await allRows(work.source.table('Whatsapps'), [...columns, 'createdAt', 'updatedAt'])
  const names = new Map<string, Set<string>>()
  const incoming = taken(work, 'connections', rows, (row) => {
    const { id: companyId, old } = companyOf(work, row)
    const channel = text(row, 'channel') || text(row, 'type')
    if (channel !== '' && !channel.startsWith('whatsapp')) throw new Unreadable('not WhatsApp')
    const id = importedId('connections', idOf(row), madeAt(row))
    work.known.connections.set(idOf(row), { id, companyId })
    const isFirst = !work.known.mainConnections.has(old)
    if (isFirst || flag(row, 'isDefault')) work.known.mainConnections.set(old, id)
    const used = names.get(companyId) ?? new Set()
    names.set(companyId, used)
    const wished = text(row, 'name', 50) || `Conexão ${idOf(row)}`
    const name = used.has(wished) ? `${wished.slice(0, 38)} ${idOf(row)}` : wished
    used.add(name)
    const said = Object.fromEntries(greetings.map((key) => [key, text(row, key)]))
    const sendIdQueue = named(work.known.queues, row, 'sendIdQueue', companyId)?.id ?? null
    const minutes = { sendIdQueue, timeSendQueue: Math.max(0, whole(row, 'timeSendQueue') ?? 0) }
    const state = { status: 'DISCONNECTED', retries: 0, isDefault: false } as const
    return { from: idOf(row), old, row: { id, companyId, name, ...state, ...said, ...minutes, ...times(row) } }
  })
  // One of a company is what is used where nobody says: the one that was, else the first.
  const main = new Set(work.known.mainConnections.values())
  await store(
    work,
    { table: connections, name: 'connections' },
    incoming.map(({ from, row }) => ({ from, row: { ...row, isDefault: main.has(row.id) } })),
  )
  await addMissingConnections(work)
  if (rows.length > 0)
    work.tally.notes.add('Each number is linked anew, under Conexões: the link of the old system stays there.')
  await importPairs(work, 'WhatsappQueues', 'whatsappId')
}

/** Tickets stand on a connection: a company whose connections are gone gets one for them. */
async function addMissingConnections(work: Work) {
  for (const [old, { id: companyId }] of work.known.companies) {
    if (work.known.mainConnections.has(old)) continue
    const id = importedId('connections', `main of ${old}`, new Date(0))
    const [there] = await work.db.orm
      .select({ id: connections.id })
      .from(connections)
      .where(eq(connections.companyId, companyId))
    work.known.mainConnections.set(old, there?.id ?? id)
    const state = { name: 'Importada', status: 'DISCONNECTED', retries: 0, isDefault: true } as const
    const row = {
      id: `${id.slice(0, -12)}${companyId.slice(-12)}`,
      companyId,
      ...state,
      createdAt: work.now,
      updatedAt: work.now,
    }
    if (!there) {
      work.known.mainConnections.set(old, row.id)
      await store(work, { table: connections, name: 'connections' }, [{ from: 'none', row }])
    }
  }
}

export async function importUsers(work: Work): Promise<void> {
  const columns = ['id', 'name', 'email', 'passwordHash', 'profile', 'allTicket', 'whatsappId', ...ofCompany]
  const rows = await allRows(work.source.table('Users'), [...columns, 'createdAt', 'updatedAt'])
  const emails = await work.db.orm.select({ id: users.id, email: users.email }).from(users)
  const owners = new Map(emails.map(({ id, email }) => [email, id]))
  const incoming = taken(work, 'people', rows, (row) => {
    const { id: companyId, old } = companyOf(work, row)
    const email = v.safeParse(profileColumns.email, text(row, 'email'))
    if (!email.success) throw new Unreadable('no e-mail')
    const id = importedId('users', idOf(row), madeAt(row))
    const owner = owners.get(email.output) ?? id
    if (owner !== id) throw new Unreadable('e-mail logs in here already')
    owners.set(email.output, id)
    work.known.users.set(idOf(row), { id, companyId })
    const profile = profileOf(text(row, 'profile'))
    if (profile === 'admin' && !work.known.admins.has(old)) work.known.admins.set(old, id)
    const hash = text(row, 'passwordHash').trim()
    if (!isBroughtHash(hash))
      work.tally.notes.add(
        'Some people have no password that can be taken over: an admin gives them one, under Usuários.',
      )
    return {
      from: idOf(row),
      row: {
        id,
        companyId,
        name: text(row, 'name', 50) || email.output.slice(0, 50),
        email: email.output,
        passwordHash: isBroughtHash(hash) ? hash : null,
        profile,
        super: false,
        allTicket: text(row, 'allTicket') === 'enable' || flag(row, 'allTicket'),
        connectionId: named(work.known.connections, row, 'whatsappId', companyId)?.id ?? null,
        ...times(row),
      },
    }
  })
  await store(work, { table: users, name: 'people' }, incoming)
  await importPairs(work, 'UserQueues', 'userId', 'UsersQueues')
}

/** Which queues a person or a connection has. */
async function importPairs(work: Work, ...[first, key, other]: [string, 'userId' | 'whatsappId', string?]) {
  const table = work.source.table(first, ...(other === undefined ? [] : [other]))
  const rows = await allRows(table, [key, 'queueId'], [key, 'queueId'])
  const [ids, name] =
    key === 'userId' ? [work.known.users, "people's queues"] : [work.known.connections, "connections' queues"]
  const pairs = taken(work, name, rows, (row) => {
    const of = ids.get(idOf(row, key))
    const queue = of && named(work.known.queues, row, 'queueId', of.companyId)
    if (!queue) throw new Unreadable('names nobody')
    const [owner, { id: queueId, companyId }] = [of.id, queue]
    const id = importedId(`${first}/${owner}`, queueId, new Date(0))
    return { from: `${idOf(row, key)}/${idOf(row, 'queueId')}`, row: { id, companyId, queueId, owner } }
  })
  if (key === 'userId') {
    const rowsOf = pairs.map(({ from, row: { owner, ...row } }) => ({ from, row: { ...row, userId: owner } }))
    return store(work, { table: userQueues, name }, rowsOf)
  }
  const rowsOf = pairs.map(({ from, row: { owner, ...row } }) => ({ from, row: { ...row, connectionId: owner } }))
  return store(work, { table: connectionQueues, name }, rowsOf)
}
