// Job contact.check: somebody saved a number or wants to write to it. Whether it is on WhatsApp is written into the contact's row; when
// WhatsApp can't be asked now, the first message asks.
import type { WASocket } from '@whiskeysockets/baileys'
import { recordCheck, type NumberCheck } from 'db/contacts/record-check.ts'
import type { Database } from 'db/node/connect.ts'
import { retryCollisions } from 'db/node/errors/postgres-errors.ts'
import { askForNumber } from './address-book.ts'
import { findUnchecked } from './queries.ts'
import { noEffects } from 'db/kit/effects.ts'
import { systemContext } from 'db/kit/system-context.ts'

interface Of {
  companyId: string
  contactId: string
}

/** @throws NumberNotChecked */
export async function checkContact(db: Database, socket: Pick<WASocket, 'onWhatsApp'>, of: Of) {
  const contact = await findUnchecked(db.sql, of)
  if (contact) await storeCheck(db, of, await askForNumber(socket, contact.number))
}

export function storeCheck(db: Database, { companyId, contactId }: Of, check: NumberCheck) {
  const ctx = systemContext(companyId, noEffects)
  // It may merge two contacts while somebody writes to one of them.
  return retryCollisions(() => db.orm.transaction((tx) => recordCheck(tx, contactId, check, ctx)))
}
