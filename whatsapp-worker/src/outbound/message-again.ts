// An own message, reaction, edit or deletion once more, for a device that could not read it the first time.
import { generateWAMessage, type proto, type WASocket } from '@whiskeysockets/baileys'
import type { MediaStore } from 'db/node/media-store.ts'
import type postgres from 'postgres'
import { actionMessage } from './action-message.ts'
import { addressOf } from './address-book.ts'
import { mediaUploadTimeoutMs, openContent, quotedOf, type Outgoing } from './message-content.ts'
import { findOutgoing } from './queries.ts'

interface Parts {
  media: MediaStore
  companyId: string
  socket: Pick<WASocket, 'waUploadToServer' | 'groupMetadata' | 'user'>
}

export async function sentAgain(
  sql: postgres.Sql,
  connectionId: string,
  whatsappId: string,
  parts: Parts,
): Promise<proto.IMessage | undefined> {
  const found = await findOutgoing(sql, connectionId, whatsappId)
  if (!found) return undefined
  if (found.action) return actionMessage(found.action, addressOf(found.action)).message
  return contentAgain(found.message, addressOf(found.message), parts)
}

/** A file is uploaded anew, since its first key is not kept. */
async function contentAgain(row: Outgoing, chat: string, parts: Parts) {
  const content = await openContent(row, chat, parts)
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
