// What a received file is shown as: the sender's kind where the content agrees with it, else a document to be saved. Pure.
import { asSound, mediaTypeOf, type MediaType } from 'db/media/media-type.ts'
import type { FileKind } from './received-file.ts'

const shownAs: Record<FileKind, MediaType> = {
  image: 'image',
  sticker: 'image',
  video: 'video',
  audio: 'audio',
  document: 'application',
}

/** `sniffed` is the type that the content itself says. */
export function receivedType(kind: FileKind, sniffed: string): { mediaType: MediaType; mime: string } {
  const mime = kind === 'audio' ? asSound(sniffed) : sniffed
  const wished = shownAs[kind]
  return { mediaType: wished === 'application' || mediaTypeOf(mime) === wished ? wished : 'application', mime }
}
