// A connection's part in the traces of mutations (db/src/node/traces): from the job that says what is to be sent to WhatsApp's answer. A row may be
// sent before its job is looked at, since another one woke the sender: what is known of it waits for the mutation, and the other way round.
import type { JobCause } from 'db/jobs.ts'
import { whatsappIdOf } from 'db/messages/new-message.ts'
import { epochNow, type Step, type Traces } from 'db/node/traces/traces.ts'

/** Rows of no mutation (the bot's answers) are never told, and forgotten when others came. */
const mostKept = 1000

/** Codes are ours or WhatsApp's. */
const longestCode = 40

interface Sending {
  mutationId?: string
  /** When its job was taken. */
  takenAt?: number
  triedAt?: number
  tries: number
  sentAt?: number
  answeredAt?: number
  code?: string
}

export class SendTraces {
  readonly #traces: Traces
  readonly #of: { connectionId: string; companyId: string }
  /** By WhatsApp id, in the order of their coming. */
  readonly #sendings = new Map<string, Sending>()

  constructor(traces: Traces, of: { connectionId: string; companyId: string }) {
    this.#traces = traces
    this.#of = of
  }

  /** A job says whose these rows are. */
  caused({ mutationId, rowIds }: JobCause) {
    const now = epochNow()
    for (const whatsappId of rowIds.map(whatsappIdOf)) {
      const sending = this.#keep(whatsappId)
      sending.mutationId ??= mutationId
      sending.takenAt ??= now
      this.#tellIfOver(whatsappId, sending)
    }
  }

  trying(whatsappId: string) {
    const sending = this.#keep(whatsappId)
    sending.triedAt ??= epochNow()
    sending.tries++
  }

  /** It left for WhatsApp. */
  sent(whatsappId: string) {
    const sending = this.#sendings.get(whatsappId)
    if (sending) sending.sentAt = epochNow()
  }

  /** WhatsApp said no, or will: `answered` follows when the row says so. */
  refused(whatsappId: string, code: string) {
    const sending = this.#sendings.get(whatsappId)
    if (sending) sending.code = code.slice(0, longestCode)
  }

  /** The row says how it ended. What comes later of it, as that somebody read it, is no part of it. */
  answered(whatsappIds: readonly string[]) {
    for (const whatsappId of whatsappIds) {
      const sending = this.#sendings.get(whatsappId)
      // A job that came a second time: it was told when it was sent.
      if (sending?.triedAt === undefined) continue
      sending.answeredAt ??= epochNow()
      this.#tellIfOver(whatsappId, sending)
    }
  }

  #keep(whatsappId: string): Sending {
    const known = this.#sendings.get(whatsappId)
    if (known) return known
    const sending: Sending = { tries: 0 }
    this.#sendings.set(whatsappId, sending)
    const [oldest] = this.#sendings.keys()
    if (this.#sendings.size > mostKept && oldest !== undefined) this.#sendings.delete(oldest)
    return sending
  }

  #tellIfOver(whatsappId: string, { mutationId, takenAt, triedAt, tries, sentAt, answeredAt, code }: Sending) {
    if (mutationId === undefined || answeredAt === undefined) return
    this.#sendings.delete(whatsappId)
    const { companyId, connectionId } = this.#of
    const began = triedAt ?? answeredAt
    const from = Math.min(takenAt ?? began, began)
    const left = Math.min(sentAt ?? answeredAt, answeredAt)
    const steps: Step[] = [
      { name: 'wait', from, to: began },
      { name: 'send', from: began, to: left },
      { name: 'ack', from: left, to: answeredAt },
    ]
    this.#traces.tell({
      mutationId,
      service: 'worker',
      name: 'whatsapp.send',
      within: 'server',
      companyId,
      facts: { 'balcao.connection.id': connectionId, 'balcao.tries': tries },
      from,
      to: answeredAt,
      steps,
      ...(code !== undefined && { code }),
    })
  }
}
