// A message before it is a row: what its writer gave; and what one that is there said, to say it again. Pure.
import type { MessageDetails } from 'db/messages/details.ts'
import type { MessageRow } from 'db/messages/queries.ts'
import type { MutationArgs } from 'db/mutations.ts'
import type { ChosenFile, MessageMedia } from '../../files/chosen-files.ts'

type SendArgs = MutationArgs<'message.send'>

export interface Outgoing extends Pick<
  SendArgs,
  'body' | 'isVoice' | 'seconds' | 'location' | 'contactIds' | 'quotedMessageId' | 'readUntil'
> {
  /** Of its text, to show it until the database has found them itself. */
  shownMentions?: MessageDetails['mentions']
  /** Chosen here; or of an earlier message, so that the server has it. */
  file?: ChosenFile
  media?: MessageMedia
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
