// Where a contact is reached. Numbers that never wrote to us are looked up before the first message: writing to unregistered ones gets
// accounts restricted. What WhatsApp answers stands in the contact's row, so that it is asked once.
import { ToldError } from 'db/kit/told-error.ts'
import { jidDecode, type WASocket } from '@whiskeysockets/baileys'
import { setTimeout as delay } from 'node:timers/promises'
import type { NumberCheck } from 'db/contacts/record-check.ts'

export interface Addressee {
  contactId: string
  number: string | null
  lid: string | null
  isGroup: boolean
  /** The contact has written to us on this connection: its number is on WhatsApp for certain. */
  hasWritten: boolean
  /** What WhatsApp said of the number; null when it is to be asked. */
  onWhatsapp: boolean | null
}

type Named = Pick<Addressee, 'number' | 'lid' | 'isGroup'>

/** WhatsApp did not say whether the number is there. */
export class NumberNotChecked extends ToldError {}

const answerMs = 20_000

export type NumberReader = Pick<WASocket, 'onWhatsApp'>

export class AddressBook {
  readonly #record: (contactId: string, check: NumberCheck) => Promise<void>
  /** Numbers that WhatsApp has confirmed, by the number that was asked: rows read before its answer do not have them yet. */
  readonly #known = new Map<string, string>()

  constructor(record: (contactId: string, check: NumberCheck) => Promise<void>) {
    this.#record = record
  }

  /** Null when the number is not on WhatsApp. @throws NumberNotChecked */
  async find(socket: NumberReader, addressee: Addressee): Promise<string | null> {
    const { contactId, number, isGroup, hasWritten, onWhatsapp } = addressee
    if (number === null || isGroup || hasWritten || onWhatsapp) return addressOf(addressee)
    const before = this.#known.get(number)
    if (before !== undefined) return addressOf({ ...addressee, number: before })
    if (onWhatsapp === false) return null
    const check = await askForNumber(socket, number)
    await this.#record(contactId, check)
    if (check.found === null) return null
    this.#known.set(number, check.found)
    return addressOf({ ...addressee, number: check.found })
  }
}

/** @throws NumberNotChecked */
export async function askForNumber(socket: NumberReader, number: string): Promise<NumberCheck> {
  const [found = null] = await askForNumbers(socket, [number])
  return { asked: number, found }
}

/**
 * Those of them that are on WhatsApp, in its own spelling: Brazilian numbers may have a ninth digit or not. @throws NumberNotChecked
 */
export async function askForNumbers(socket: NumberReader, numbers: readonly string[]): Promise<string[]> {
  const late = delay(answerMs, undefined, { ref: false })
  const asked = socket.onWhatsApp(...numbers).catch((cause: unknown) => {
    throw new NumberNotChecked('WhatsApp refused to say whether the number is there', { cause })
  })
  const answer = await Promise.race([asked, late])
  if (!answer) throw new NumberNotChecked('no answer whether the number is on WhatsApp')
  return answer.flatMap(({ exists, jid }) => (exists ? (jidDecode(jid)?.user ?? []) : []))
}

/** JID of a person who is on WhatsApp for certain, or of a group. */
export function addressOf({ number, lid, isGroup }: Named): string {
  if (isGroup) return `${number ?? lid}@g.us`
  return number === null ? `${lid}@lid` : `${number}@s.whatsapp.net`
}

/** Where their own messages come from, and what is told of those goes: by LID where it is known. */
export function ownAddressOf(of: Named): string {
  return of.lid === null || of.isGroup ? addressOf(of) : `${of.lid}@lid`
}
