// The pictures of a connection's contacts, asked for one by one, a few a minute: thousands that a phone tells of when it is linked must not
// look like an attack. The rows say whose turn it is (contacts.picture_due_at), so nothing is lost with a worker.
import type { WASocket } from '@whiskeysockets/baileys'
import { recordPicture, takeDuePicture } from 'db/contacts/pictures.ts'
import type { Log } from '../logger.ts'
import { ownAddressOf } from '../outbound/address-book.ts'
import { codeOf, fetchPicture, type PictureParts } from './fetch-picture.ts'
import { noEffects } from 'db/kit/effects.ts'
import { Rounds } from '../session/rounds.ts'
import { systemContext } from 'db/kit/system-context.ts'

/** Between two questions; as much again at most, by chance. */
const pauseMs = 6_000
/** Without anybody to ask for. */
const idleMs = 10_000
/** WhatsApp said that it was asked too often. */
const tooOften = 429
const restMs = 15 * 60_000

/** Wakes when somebody wrote, who may be new. */
export function pictureRounds(parts: PictureParts, of: { connectionId: string; companyId: string }, log: Log): Rounds {
  const turn = (socket: WASocket) => ask(parts, of, socket, log)
  return new Rounds({ name: 'pictures', turn, idleMs }, log)
}

/** Asks for who is due. */
async function ask(
  parts: PictureParts,
  { connectionId, companyId }: { connectionId: string; companyId: string },
  socket: WASocket,
  log: Log,
): Promise<number | null> {
  const { db } = parts
  const ctx = systemContext(companyId, noEffects)
  const due = await db.orm.transaction((tx) => takeDuePicture(tx, connectionId, ctx))
  if (!due) return null
  let pause = pauseMs * (1 + Math.random())
  const answer = await fetchPicture(parts, socket, { companyId, address: ownAddressOf(due) }).catch((err: unknown) => {
    log.warn({ contactId: due.id, err }, 'picture not fetched')
    if (codeOf(err) === tooOften) pause = restMs
    return { kind: 'failed' } as const
  })
  await db.orm.transaction((tx) => recordPicture(tx, due.id, answer, new Date()))
  return pause
}
