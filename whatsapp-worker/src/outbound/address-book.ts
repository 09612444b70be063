// Where a contact is reached. Numbers that never wrote to us are looked up once: writing to unregistered ones gets accounts restricted.
import type { WASocket } from '@whiskeysockets/baileys'

export interface Addressee {
  number: string | null
  lid: string | null
  isGroup: boolean
  /** The contact has written to us on this connection: its number is on WhatsApp for certain. */
  hasWritten: boolean
}

export class AddressBook {
  readonly #known = new Map<string, string>()

  /** Null when the number is not on WhatsApp. @throws when WhatsApp doesn't answer */
  async find(socket: Pick<WASocket, 'onWhatsApp'>, addressee: Addressee): Promise<string | null> {
    const { number, isGroup, hasWritten } = addressee
    if (number === null || isGroup || hasWritten) return addressOf(addressee)
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

/** Of somebody that is on WhatsApp for certain. */
export function addressOf({ number, lid, isGroup }: Omit<Addressee, 'hasWritten'>): string {
  if (isGroup) return `${number ?? lid}@g.us`
  return number === null ? `${lid}@lid` : `${number}@s.whatsapp.net`
}

/** Where their own messages come from, and what is told of those goes: by LID where it is known. */
export function ownAddressOf(of: Omit<Addressee, 'hasWritten'>): string {
  return of.lid === null || of.isGroup ? addressOf(of) : `${of.lid}@lid`
}
