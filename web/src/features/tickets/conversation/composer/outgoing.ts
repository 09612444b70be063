// A message before it is a row: what its writer gave, and the row that is shown until the local database has it. Pure.
import type { MessageRow } from 'db/messages/queries.ts'
import { mediaTypeOf } from 'db/media/media-type.ts'
import type { MutationArgs } from 'db/mutations.ts'
import type { ChosenFile, MessageMedia } from '../../../../desk/chosen-files.ts'

type SendArgs = MutationArgs<'message.send'>

export interface Outgoing extends Pick<
  SendArgs,
  'body' | 'isVoice' | 'seconds' | 'location' | 'contactIds' | 'quotedMessageId'
> {
  /** Chosen here; or of an earlier message, so that the server has it. */
  file?: ChosenFile
  media?: MessageMedia
}

export function sendArgsOf(id: string, ticketId: string, message: Outgoing): SendArgs {
  const { file, media = file?.media, ...rest } = message
  return { id, ticketId, ...rest, ...(media && { media }) }
}

/** As the mutation will write it, as far as this tab knows: the local database has the rest in a moment. */
export function writtenRow(
  { id, ticketId }: Pick<MessageRow, 'id' | 'ticketId'>,
  message: Outgoing,
  userId: string,
  createdAt: Date,
): MessageRow {
  return {
    id,
    ticketId,
    body: message.body,
    userId,
    createdAt,
    fromMe: true,
    userName: null,
    ...contentOf(message),
    ack: 0,
    ackError: null,
    isDeleted: false,
    isForwarded: false,
    isViewOnce: false,
    editedAt: null,
    participantId: null,
    participantName: null,
    reactions: {},
    quoted: null,
    sentAt: null,
    sortKey: '',
  }
}

function contentOf(message: Outgoing) {
  const media = message.media ?? message.file?.media
  return {
    mediaType: mediaTypeFor(message, media),
    mediaHash: media?.hash ?? null,
    mediaMime: media?.mime ?? null,
    mediaName: media?.name ?? null,
    mediaSize: media?.size ?? null,
    mediaWidth: media?.width ?? null,
    mediaHeight: media?.height ?? null,
    thumbnailHash: null,
    mediaError: null,
    details: detailsOf(message),
  }
}

function mediaTypeFor({ location, contactIds }: Outgoing, media: MessageMedia | undefined): string {
  if (media) return mediaTypeOf(media.mime)
  if (location) return 'location'
  return contactIds ? 'vcard' : 'chat'
}

function detailsOf({ isVoice, seconds = 0, location, contactIds }: Outgoing): MessageRow['details'] {
  if (isVoice) return { isVoice, seconds }
  if (location) return { location: { name: '', address: '', isLive: false, ...location } }
  return contactIds ? { contacts: [] } : null
}

/** What a message said, to say it again. Cards were contacts here only when they were chosen: they are not said again. */
export function outgoingOf(row: MessageRow): Outgoing | undefined {
  const { body, details, mediaType, quoted } = row
  const quotedMessageId = quoted && { quotedMessageId: quoted.id }
  if (details?.location) {
    const { latitude, longitude, name, address } = details.location
    return { body: '', location: { latitude, longitude, name, address }, ...quotedMessageId }
  }
  const media = mediaOfRow(row)
  if (!media) return mediaType === 'chat' ? { body, ...quotedMessageId } : undefined
  const { isVoice, seconds } = details ?? {}
  const voice = isVoice && { isVoice, ...(seconds !== undefined && { seconds: Math.round(seconds) }) }
  return { body, media, ...voice, ...quotedMessageId }
}

function mediaOfRow(row: MessageRow): MessageMedia | undefined {
  const { mediaHash: hash, mediaMime: mime, mediaName, mediaSize: size, mediaWidth: width, mediaHeight: height } = row
  if (hash === null || mime === null || size === null) return undefined
  return { hash, mime, name: mediaName ?? hash.slice(0, 8), size, width, height }
}
