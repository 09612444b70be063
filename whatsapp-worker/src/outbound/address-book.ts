// Where a contact is reached. Numbers that never wrote to us are looked up once: writing to unregistered ones gets accounts restricted.
import type { WASocket } from '@whiskeysockets/baileys'
import type { PendingMessage } from './queries.ts'

type Addressee = Pick<PendingMessage, 'number' | 'lid' | 'hasWritten'>

export class AddressBook {
  readonly #known = new Map<string, string>()

  /** Null when the number is not on WhatsApp. @throws when WhatsApp doesn't answer */
  async find(socket: Pick<WASocket, 'onWhatsApp'>, { number, lid, hasWritten }: Addressee): Promise<string | null> {
    if (number === null) return `${lid}@lid`
    if (hasWritten) return `${number}@s.whatsapp.net`
    const before = this.#known.get(number)
    if (before) return before
    const answer = await socket.onWhatsApp(number)
    if (!answer) throw new Error('no answer whether the number is on WhatsApp')
    const found = answer.find(({ exists }) => exists)
    if (!found) return null
    // Its own spelling of the number: Brazilian ones may have a ninth digit or not.
    this.#known.set(number, found.jid)
    return found.jid
  }
}
