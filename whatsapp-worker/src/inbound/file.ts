// What a message tells of its file, and what is needed to fetch it later. Pure. Numbers that can't be are left out.
import type { InboundFile } from 'db/messages/inbound.ts'

interface FilePart {
  url?: string | null
  directPath?: string | null
  mediaKey?: Uint8Array | null
  fileEncSha256?: Uint8Array | null
  fileSha256?: Uint8Array | null
  fileLength?: unknown
  mimetype?: string | null
  fileName?: string | null
  title?: string | null
  width?: number | null
  height?: number | null
  jpegThumbnail?: Uint8Array | null
}

const maxInteger = 2 ** 31 - 1

export function fileOf(kind: InboundFile['kind'], part: FilePart): InboundFile {
  return {
    kind,
    url: part.url || null,
    directPath: part.directPath || null,
    mediaKey: bytes(part.mediaKey),
    fileEncSha256: bytes(part.fileEncSha256),
    fileSha256: bytes(part.fileSha256),
    mime: part.mimetype || null,
    name: (kind === 'document' && (part.fileName || part.title)) || null,
    size: positive(part.fileLength),
    width: positive(part.width),
    height: positive(part.height),
    thumbnail: bytes(part.jpegThumbnail),
  }
}

const bytes = (value: Uint8Array | null | undefined) => (value && value.length > 0 ? value : null)

/** A number or a Long. */
function positive(value: unknown): number | null {
  const number = Number(String(value ?? 0))
  return Number.isInteger(number) && number > 0 && number <= maxInteger ? number : null
}
