// Messages, in the order of their tickets and times, with their files. What is here already costs a look, no more: so an import that was
// killed goes on where it was, and one that is repeated brings what is new.
import { sql } from 'drizzle-orm'
import { asSound, mediaTypeOf } from 'db/media/media-type.ts'
import type { MessageDetails } from 'db/messages/details.ts'
import { lastMessageColumns } from 'db/messages/last-message.ts'
import { newMessage } from 'db/messages/new-message.ts'
import { messages, type Message } from 'db/messages/table.ts'
import type { ServerTx } from 'db/node/connect.ts'
import { readVcard } from '../inbound/vcard.ts'
import { noteAnswers } from './cycles.ts'
import { ownNameOf } from './files.ts'
import { importedId } from './ids.ts'
import { ackOf, kindOf, placeOf, type Kind } from './mapping.ts'
import { longestBody, type Row } from './source.ts'
import { store, textArray, type Incoming } from './target.ts'
import { flag, madeAt, moment, text, Unreadable, whole } from './values.ts'
import { named, taken, type KnownTicket, type Work } from './work.ts'

const name = 'messages'
const columns = [
  'id',
  'wid',
  'messageId',
  'ack',
  'read',
  'fromMe',
  'body',
  'mediaType',
  'mediaUrl',
  'isDeleted',
  'isEdited',
  'quotedMsgId',
]
/** How many of the messages before are remembered by their old ids, for those that quote them. */
const remembered = 50_000

interface Seen {
  row: Row
  id: string
  whatsappId: string
  ticket: KnownTicket
}

interface Here {
  id: string
  updated_at: Date
  lacks_file: boolean
}

export async function importMessages(work: Work): Promise<void> {
  const table = work.source.table('Messages')
  if (!table) return
  const { source } = work
  const byBaileys = source.table('Baileys', 'BaileysKeys') !== null || table.has('dataJson') || table.has('remoteJid')
  const quotable: Quotable = new Map()
  const order = ['ticketId', 'createdAt', 'id']
  for await (const rows of table.rows(
    [...columns, 'ticketId', 'contactId', 'userId', 'createdAt', 'updatedAt'],
    order,
  )) {
    const seen = withoutDoubles(
      work,
      taken(work, name, rows, (row) => seenIn(work, row)),
    )
    const here = await messagesHere(work, seen)
    for (const one of seen) remember(quotable, one, here)
    const wanted = seen.filter((one) => isWanted(one, here.get(keyOf(one))))
    work.tally.of(name).there += seen.length - wanted.length
    const incoming: Incoming<Message>[] = []
    for (const one of wanted) incoming.push(await messageOf(work, one, { byBaileys, quotable, here }))
    const after = (tx: ServerTx, ids: ReadonlySet<string>) =>
      settleTickets(
        tx,
        incoming.filter(({ row }) => ids.has(row.id)),
      )
    await store(work, { table: messages, name, follow, after }, incoming)
    work.progress(name, work.tally.of(name).read)
  }
}

const follow = [
  ...([
    'body',
    'ack',
    'isDeleted',
    'editedAt',
    'mediaType',
    'details',
    'mediaHash',
    'mediaMime',
    'mediaName',
    'mediaSize',
  ] as const),
  ...(['mediaWidth', 'mediaHeight', 'mediaError', 'updatedAt'] as const),
]

function seenIn({ known }: Work, row: Row): Seen {
  const ticket = known.tickets.get(whole(row, 'ticketId') ?? -1)
  if (!ticket) throw new Unreadable('of no ticket')
  const from = text(row, 'id', 255)
  const whatsappId = text(row, 'wid', 128) || text(row, 'messageId', 128) || from.slice(0, 128)
  if (whatsappId === '') throw new Unreadable('no id')
  if (kindIn(row).type === 'none') throw new Unreadable('no message of its own')
  return { row, id: importedId('messages', `${from}/${ticket.id}`, madeAt(row)), whatsappId, ticket }
}

const kindIn = (row: Row) =>
  kindOf(text(row, 'mediaType', 100), {
    hasFile: text(row, 'mediaUrl', 1) !== '',
    hasText: text(row, 'body', 1) !== '',
  })

const keyOf = ({ ticket, whatsappId }: Pick<Seen, 'ticket' | 'whatsappId'>) => `${ticket.connectionId} ${whatsappId}`

/** Some forks keep a message once for each ticket that its chat had. */
function withoutDoubles({ tally }: Work, seen: readonly Seen[]): Seen[] {
  const keys = new Set<string>()
  return seen.filter((one) => {
    const isFirst = !keys.has(keyOf(one))
    if (!isFirst) tally.of(name).there++
    keys.add(keyOf(one))
    return isFirst
  })
}

/** By connection and WhatsApp's id: what these messages are here, and those that they quote. */
async function messagesHere({ db }: Work, seen: readonly Seen[]): Promise<Map<string, Here>> {
  const asked = seen.flatMap(({ ticket, whatsappId, row }) => {
    const quoted = text(row, 'quotedMsgId', 128)
    return [whatsappId, ...(quoted === '' ? [] : [quoted])].map((id) => [ticket.connectionId, id] as const)
  })
  if (asked.length === 0) return new Map()
  const [chats, ids] = [asked.map(([chat]) => chat), asked.map(([, id]) => id)]
  const found = await db.sql<(Here & { key: string })[]>`
    select m.id, m.updated_at, m.connection_id || ' ' || m.whatsapp_id as key, m.media_hash is null and m.media_error is not null as lacks_file
    from (select distinct * from unnest(${chats}::uuid[], ${ids}::text[]) as a(chat, id)) a
    join messages m on m.connection_id = a.chat and m.whatsapp_id = a.id`
  return new Map(found.map((one) => [one.key, one]))
}

function remember(quotable: Quotable, one: Seen, here: ReadonlyMap<string, Here>) {
  const id = here.get(keyOf(one))?.id ?? one.id
  quotable.set(text(one.row, 'id', 255), { id, chat: chatOf(one.ticket) })
  const [oldest] = quotable.keys()
  if (quotable.size > remembered && oldest !== undefined) quotable.delete(oldest)
}

/** New, newer than it is here, or without its file until now. */
function isWanted({ row, id }: Seen, here: Here | undefined): boolean {
  if (!here) return true
  const isNewer = (moment(row, 'updatedAt')?.getTime() ?? 0) > here.updated_at.getTime()
  // What came another way, as by a phone's own history, is complete.
  return here.id === id && (isNewer || here.lacks_file)
}

/** By its old id: what may be quoted, where it was said. */
type Quotable = Map<string, { id: string; chat: string }>
const chatOf = ({ contactId, connectionId }: KnownTicket) => `${contactId} ${connectionId}`

interface Around {
  byBaileys: boolean
  quotable: Quotable
  here: ReadonlyMap<string, Here>
}

async function messageOf(work: Work, seen: Seen, { byBaileys, quotable, here }: Around): Promise<Incoming<Message>> {
  const { row, id, whatsappId, ticket } = seen
  const { known } = work
  const [createdAt, fromMe] = [madeAt(row), flag(row, 'fromMe')]
  const companyId = known.companies.get(ticket.company)?.id ?? ''
  const isMember = ticket.isGroup && !fromMe
  const sender = isMember ? named(known.contacts, row, 'contactId', companyId) : undefined
  const updatedAt = moment(row, 'updatedAt') ?? createdAt
  const content = await contentOf(work, row, ticket)
  const place = { ...ticket, companyId }
  const made = newMessage(place, {
    id,
    whatsappId,
    fromMe,
    userId: fromMe ? (named(known.users, row, 'userId', companyId)?.id ?? null) : null,
    participantId: sender && !sender.isGroup ? sender.id : null,
    ack: ackOf(whole(row, 'ack') ?? 0, { fromMe, isRead: flag(row, 'read'), byBaileys }),
    isDeleted: flag(row, 'isDeleted'),
    editedAt: flag(row, 'isEdited') ? updatedAt : null,
    quotedMessageId: quotedBy(seen, quotable, here),
    sentAt: fromMe ? null : createdAt,
    createdAt,
    // A file that was missing came: it is brought up to date here.
    updatedAt: content.mediaHash && here.get(keyOf(seen))?.lacks_file ? work.now : updatedAt,
    ...content,
  })
  return { from: text(row, 'id', 255), row: made }
}

/** Of the same chat, and not itself. */
function quotedBy({ row, id, ticket }: Seen, quotable: Quotable, here: ReadonlyMap<string, Here>): string | null {
  const quoted = text(row, 'quotedMsgId', 255)
  const before = quotable.get(quoted)
  const found =
    before?.chat === chatOf(ticket) ? before.id : (here.get(keyOf({ ticket, whatsappId: quoted }))?.id ?? null)
  return found === id ? null : found
}

type Content = Pick<Message, 'mediaType' | 'body'> & Partial<Message>

async function contentOf(work: Work, row: Row, ticket: KnownTicket): Promise<Content> {
  const body = text(row, 'body', longestBody)
  const url = text(row, 'mediaUrl', 2_000)
  const kind = kindIn(row)
  if (kind.type === 'file') return fileContent(work, { kind, body, url, ticket })
  return { body, ...wordsContent(kind, body) }
}

function wordsContent(kind: Kind, body: string): Pick<Content, 'mediaType'> & Partial<Content> {
  const place = kind.type === 'location' ? placeOf(body) : null
  if (place) return { mediaType: 'location', body: '', details: { location: place } }
  if (kind.type === 'vcard' && /BEGIN:VCARD/i.test(body)) {
    const cards = body.split(/(?=BEGIN:VCARD)/i).filter((card) => /^BEGIN:VCARD/i.test(card))
    const contacts = cards.slice(0, 100).map((card) => readVcard(card, ''))
    return { mediaType: 'vcard', body: '', details: { contacts } }
  }
  return kind.type === 'unsupported'
    ? { mediaType: 'unsupported', details: { unsupported: kind.name } }
    : { mediaType: 'chat', body: body === '' ? ' ' : body }
}

interface FileWords {
  kind: Kind
  body: string
  url: string
  ticket: KnownTicket
}

async function fileContent(
  { files, tally, known, isDryRun }: Work,
  { kind, body, url, ticket }: FileWords,
): Promise<Content> {
  const as = kind.type === 'file' && 'as' in kind ? kind.as : 'application'
  const path = url === '' ? null : await files.find(url, ticket.company)
  const mediaName = ownNameOf(url)
  // The old system writes a file's name where there is no caption.
  const caption = [mediaName, url, ownNameOf(body) === mediaName ? body : ''].includes(body) ? '' : body
  const details: MessageDetails = {
    ...((kind as { isVoice?: true }).isVoice && { isVoice: true }),
    ...((kind as { isSticker?: true }).isSticker && { isSticker: true }),
  }
  const words = { body: caption, mediaName, details: Object.keys(details).length > 0 ? details : null }
  const companyId = known.companies.get(ticket.company)?.id ?? ''
  if (path === null) tally.skip('files', mediaName === '' ? '?' : url.slice(0, 200), 'not in the folder')
  if (isDryRun && path !== null) tally.of('files').read++
  const file = path === null || isDryRun ? null : await files.takeIn(path, companyId)
  if (!file) return { mediaType: as, ...words, mediaError: 'expired' }
  const mime = as === 'audio' ? asSound(file.mime) : file.mime
  const media = {
    mediaHash: file.hash,
    mediaMime: mime,
    mediaSize: file.size,
    mediaWidth: file.width,
    mediaHeight: file.height,
  }
  // What a phone records comes as Opus; forks call it a voice note, or sound like any other.
  const voice = as === 'audio' && mime.startsWith('audio/ogg') && { details: { ...details, isVoice: true } }
  return { mediaType: mediaTypeOf(mime), ...words, ...voice, ...media, mediaError: null }
}

/** What the list shows of a ticket, and who of ours answered, with the messages that say so. */
async function settleTickets(tx: ServerTx, incoming: readonly Incoming<Message>[]) {
  const byTicket = Map.groupBy(incoming, ({ row }) => row.ticketId)
  const lasts = [...byTicket].flatMap(([id, of]) => {
    const last = of.at(-1)?.row
    if (!last) return []
    const { lastMessage, lastMessageType, lastMessageFromMe } = lastMessageColumns(last)
    return { id, body: lastMessage, type: lastMessageType, from_me: lastMessageFromMe, at: last.createdAt }
  })
  await tx.execute(sql`
    update tickets t set last_message = l.body, last_message_type = l.type, last_message_from_me = l.from_me, last_message_at = l.at
    from json_to_recordset(${JSON.stringify(lasts)}::text::json) as l(id uuid, body text, type text, from_me boolean, at timestamptz)
    where t.id = l.id and (t.last_message_at <= l.at or t.last_message_type is null)`)
  const answered = incoming.some(({ row }) => row.fromMe && row.userId !== null)
  if (answered) await noteAnswers(tx, textArray([...byTicket.keys()]))
}
