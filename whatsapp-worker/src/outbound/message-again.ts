// An own message, reaction, edit or deletion once more, for a device that could not read it the first time.
import { generateWAMessage, type proto, type WASocket } from '@whiskeysockets/baileys'
import type { Database } from 'db/node/connect.ts'
import type { MediaKey, MediaStore } from 'db/node/media/media-store.ts'
import { voiceNoteOf } from '../voice/voice-notes.ts'
import { actionMessage } from './action-message.ts'
import { addressOf } from './address-book.ts'
import { groupReader } from './known-group.ts'
import { mediaUploadTimeoutMs, openContent, quotedOf, type Outgoing } from './message-content.ts'
import { findOutgoing } from './queries.ts'

interface Parts {
  media: MediaStore
  companyId: string
  socket: Pick<WASocket, 'waUploadToServer' | 'groupMetadata' | 'user'>
}

export async function sentAgain(
  db: Database,
  connectionId: string,
  whatsappId: string,
  parts: Parts,
): Promise<proto.IMessage | undefined> {
  const found = await findOutgoing(db.sql, connectionId, whatsappId)
  if (!found) return undefined
  if (found.action) return actionMessage(found.action, addressOf(found.action)).message
  return contentAgain(found.message, addressOf(found.message), db, parts)
}

/** A file is uploaded anew, since its first key is not kept. */
async function contentAgain(row: Outgoing, chat: string, db: Database, parts: Parts) {
  const groups = groupReader(db, parts.companyId, parts.socket)
  const voiceOf = (key: MediaKey) => voiceNoteOf({ db, media: parts.media }, key)
  const content = await openContent(row, chat, { ...parts, groups, voiceOf })
  if (!content) return undefined
  const { socket } = parts
  try {
    const made = await generateWAMessage(chat, content.message, {
      userJid: socket.user?.id ?? '',
      messageId: row.whatsappId,
      upload: socket.waUploadToServer,
      mediaUploadTimeoutMs,
      ...quotedOf(row, chat),
    })
    return made.message ?? undefined
  } finally {
    content.close()
  }
}
