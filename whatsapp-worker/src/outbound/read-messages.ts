// Job message.read: tells the customer that what they wrote was read. The rows say what to tell: inbound messages rise from received to read.
// Invariant: a row rises only after the receipt left; a receipt that is told twice does no harm.
import type { WAMessageKey, WASocket } from '@whiskeysockets/baileys'
import { recordReadTold } from 'db/messages/receipts/record-ack.ts'
import type { Database } from 'db/node/connect.ts'
import { ownAddressOf } from './address-book.ts'
import { findUntold, type UntoldMessage } from './queries.ts'

/** In one go; an older rest is told at the next opening. */
const maxReceipts = 200

/** Sends read receipts for the messages of one ticket, or of all open ones when `ticketId` is null. */
export async function tellRead(db: Database, connectionId: string, socket: WASocket, ticketId: string | null) {
  const rows = await findUntold(db.sql, connectionId, ticketId, maxReceipts)
  if (rows.length === 0) return
  await socket.readMessages(rows.map(keyOf))
  const ids = rows.map((row) => row.whatsappId)
  await db.orm.transaction((tx) => recordReadTold(tx, connectionId, ids, new Date()))
}

function keyOf(row: UntoldMessage): WAMessageKey {
  const { whatsappId: id, author } = row
  return { remoteJid: ownAddressOf(row), id, fromMe: false, ...(author !== null && { participant: author }) }
}
