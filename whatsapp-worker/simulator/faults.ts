// What a test may break. The settings can be changed at any time (also through the admin API) and apply from the next
// stanza on; the one-shot faults are queued and used up by the stanza or login that they hit.

export interface FaultSettings {
  ackDelayMs: number
  deliveryDelayMs: number
  /** Phones' receipts come that much later. */
  receiptDelayMs: number
  /** Answers to iqs come that much later. */
  iqDelayMs: number
  /** Receipts of phones no longer reach companions. */
  dropReceipts: boolean
  /** Each receipt of a phone comes twice. */
  duplicateReceipts: boolean
  /** Receipts of phones come in pairs, the later one first; a single one comes after a while. */
  swapReceipts: boolean
  /** Phones send each message twice, encrypted anew under the same id. */
  duplicateMessages: boolean
  /** The server takes messages but stays silent: no ack and no delivery. */
  muteServer: boolean
}

const NONE: FaultSettings = {
  ackDelayMs: 0,
  deliveryDelayMs: 0,
  receiptDelayMs: 0,
  iqDelayMs: 0,
  dropReceipts: false,
  duplicateReceipts: false,
  swapReceipts: false,
  duplicateMessages: false,
  muteServer: false,
}

export class Faults implements FaultSettings {
  ackDelayMs: number
  deliveryDelayMs: number
  receiptDelayMs = 0
  iqDelayMs = 0
  dropReceipts = false
  duplicateReceipts = false
  swapReceipts = false
  duplicateMessages = false
  muteServer = false
  readonly #usual: FaultSettings
  readonly #nacks: number[] = []
  readonly #failedLogins: number[] = []
  #corruptions = 0
  #corruptionsToPhones = 0

  constructor(ackDelayMs: number, deliveryDelayMs: number) {
    this.ackDelayMs = ackDelayMs
    this.deliveryDelayMs = deliveryDelayMs
    this.#usual = { ...NONE, ackDelayMs, deliveryDelayMs }
  }

  /** The next message from any companion is refused with `code` and goes nowhere. */
  nack(code: number) {
    this.#nacks.push(code)
  }

  /** The next login of any companion is refused with `code`; 401 and 403 are final for a client. */
  failLogin(code: number) {
    this.#failedLogins.push(code)
  }

  /** The next message from a phone to a companion cannot be decrypted; the companion has to ask for it again. */
  corruptNext() {
    this.#corruptions++
  }

  /** The same the other way: a phone cannot decrypt the next message from a companion, and asks for it again. */
  corruptNextToPhone() {
    this.#corruptionsToPhones++
  }

  takeCorruptionToPhone() {
    return this.#corruptionsToPhones > 0 && this.#corruptionsToPhones-- > 0
  }

  takeCorruption() {
    return this.#corruptions > 0 && this.#corruptions-- > 0
  }

  takeNack() {
    return this.#nacks.shift()
  }

  takeFailedLogin() {
    return this.#failedLogins.shift()
  }

  /** Everything as it was at the start, queued faults included. */
  heal() {
    Object.assign(this, this.#usual)
    this.#nacks.length = 0
    this.#failedLogins.length = 0
    this.#corruptions = 0
    this.#corruptionsToPhones = 0
  }

  settings(): FaultSettings {
    const names = Object.keys(NONE) as (keyof FaultSettings)[]
    return Object.fromEntries(names.map((name) => [name, this[name]])) as unknown as FaultSettings
  }
}
