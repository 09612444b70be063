// What a customer's phone can show of a file: the specification's words for the kinds of media, from the content's own type.

export const mediaTypes = ['image', 'video', 'audio', 'application'] as const
export type MediaType = (typeof mediaTypes)[number]

/** WhatsApp shows and plays these; anything else of an image or video would arrive as a grey box, so it goes as a document. */
const shown: Record<Exclude<MediaType, 'application'>, readonly string[]> = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
  video: ['video/mp4', 'video/3gpp', 'video/quicktime'],
  audio: ['audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'audio/aac', 'audio/amr', 'audio/ogg'],
}

/** Parameters of the type ("audio/ogg; codecs=opus") don't matter. */
export function mediaTypeOf(mime: string): MediaType {
  const bare = mime.split(';')[0]?.trim().toLowerCase() ?? ''
  return mediaTypes.find((type) => type !== 'application' && shown[type].includes(bare)) ?? 'application'
}

/** Pictures that every phone and every browser shows, and that carry no program. */
export const pictureMimes = ['image/png', 'image/jpeg'] as const
export const isPictureMime = (mime: string | null) => pictureMimes.some((allowed) => allowed === mime)

/** Whether a message carries a file, by its media type. */
export const isMediaType = (type: string): type is MediaType => (mediaTypes as readonly string[]).includes(type)

/** MIME type of what is said to be sound: browsers and iPhones put it into a container whose first bytes look like film. */
export const asSound = (mime: string) => (mime === 'video/mp4' || mime === 'video/quicktime' ? 'audio/mp4' : mime)
