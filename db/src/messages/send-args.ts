// What `message.send` takes, and what of it becomes the row's kind, file and details. One of file, place and people at most;
// a text goes with a file or alone.
import { and, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { contacts, syncedContacts } from '../contacts/table.ts'
import { idArg, instantArg } from '../kit/args.ts'
import type { MutationContext, Tx } from '../kit/define-mutation.ts'
import { AppError, invalid } from '../kit/errors.ts'
import { measured, mediaArgs, mediaColumns, type MediaArgs } from '../media/media-args.ts'
import { asSound } from '../media/media-type.ts'
import type { MessageDetails } from './details.ts'
import type { Content } from './new-message.ts'

/** WhatsApp's own limit for a text message. */
export const maxBodyLength = 65_536
export const body = v.pipe(v.string(), v.trim(), v.maxLength(maxBodyLength))
const shortText = v.pipe(v.string(), v.trim(), v.maxLength(255))
const degrees = (limit: number) => v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit))

export const sendArgs = v.strictObject({
  id: idArg,
  ticketId: idArg,
  /** Empty only with something else; with a file its caption; never with a place or people, which have none. */
  body,
  media: v.optional(mediaArgs),
  /** A message of the same ticket. */
  quotedMessageId: v.optional(v.nullable(idArg)),
  /** The file was recorded with the microphone. */
  isVoice: v.optional(v.boolean()),
  /** How long the recording is. */
  seconds: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(86_400))),
  location: v.optional(
    v.strictObject({
      latitude: degrees(90),
      longitude: degrees(180),
      name: v.optional(shortText),
      address: v.optional(shortText),
    }),
  ),
  /** Contact cards, in this order. */
  contactIds: v.optional(v.pipe(v.array(idArg), v.minLength(1), v.maxLength(10))),
  /** Time of the last message that its writer has seen; without it, all of them. */
  readUntil: v.optional(instantArg),
})
type SendArgs = v.InferOutput<typeof sendArgs>

type People = NonNullable<MessageDetails['contacts']>

/** What a message says, of its arguments and what they name: the file as it was measured, the people as their cards show them. Pure. */
export function contentOf(
  args: Omit<SendArgs, 'id' | 'ticketId' | 'readUntil'>,
  { file, people }: { file?: Pick<MediaArgs, 'mime' | 'size'> | undefined; people?: People | undefined },
): Content {
  const { body: text, media, location, isVoice, seconds, quotedMessageId = null } = args
  const said = { body: text, quotedMessageId }
  if (media && file) {
    const columns = mediaColumns(media, isVoice ? { ...file, mime: asSound(file.mime) } : file)
    const details = isVoice && { isVoice, ...(seconds !== undefined && { seconds }) }
    return { ...said, ...columns, ...(details && { details }) }
  }
  if (location) return { ...said, mediaType: 'location', details: { location: placeOf(location) } }
  return people ? { ...said, mediaType: 'vcard', details: { contacts: people } } : said
}

/** @throws AppError ERR_VALIDATION, ERR_NO_MEDIA_FOUND, ERR_NO_CONTACT_FOUND */
export async function checkedContent(tx: Tx, args: SendArgs, ctx: MutationContext): Promise<Content> {
  assertFits(args)
  const { media, contactIds, isVoice } = args
  const file = media && (await measured(tx, media, ctx))
  const people = contactIds && (await findPeople(tx, contactIds, ctx))
  const content = contentOf(args, { file, people })
  if (isVoice && content.mediaType !== 'audio') throw invalid('isVoice', 'Only with sound')
  return content
}

function assertFits({ media, location, contactIds, isVoice, body: text }: SendArgs) {
  if ([media, location, contactIds].filter(Boolean).length > 1) throw invalid('media', 'One of file, place and people')
  if ((location || contactIds) && text !== '') throw invalid('body', 'Not with a place or people')
  if (isVoice && !media) throw invalid('isVoice', 'Only with a file')
  if (isVoice && text !== '') throw invalid('body', 'Not with a recording')
  if (!media && !location && !contactIds && text === '') throw invalid('body', 'Required')
}

function placeOf({ latitude, longitude, name, address }: NonNullable<SendArgs['location']>) {
  return { latitude, longitude, name: name ?? '', address: address ?? '', isLive: false }
}

/** Only people with a number: a card without one says nothing. */
async function findPeople(tx: Tx, ids: readonly string[], ctx: MutationContext): Promise<People> {
  const found = await tx
    .select()
    .from(contacts)
    .where(and(inArray(contacts.id, [...ids]), syncedContacts.scope(ctx.actor)))
  const byId = new Map(found.map((contact) => [contact.id, contact]))
  return ids.map((id) => {
    const contact = byId.get(id)
    if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
    if (contact.number === null || contact.isGroup) throw invalid('contactIds', 'Without a number')
    return { name: contact.name, numbers: [contact.number] }
  })
}

/** @throws AppError ERR_FETCH_WAPP_MSG when it is not there, or of another conversation: nobody learns which */
export function assertQuotable(quoted: { ticketId: string } | undefined, ticketId: string) {
  if (quoted?.ticketId !== ticketId) throw new AppError('ERR_FETCH_WAPP_MSG')
}
