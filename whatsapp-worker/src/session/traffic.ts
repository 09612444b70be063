// What flows through a connection's socket, over all its sockets: received messages, own messages, receipts, and the jobs that wake them.
import type { BaileysEventMap, WAMessage, WASocket } from '@whiskeysockets/baileys'
import type { JobCause } from 'db/jobs.ts'
import type { Database } from 'db/node/connect.ts'
import type { Traces } from 'db/node/traces/traces.ts'
import { takeCalls } from '../inbound/calls.ts'
import { nobody, type Me } from '../inbound/jids.ts'
import { ack } from 'db/messages/table.ts'
import { takeHistory, type History } from '../inbound/history.ts'
import { NewsDesk, type News } from '../inbound/news.ts'
import type { PresenceState } from 'db/presences/table.ts'
import { Receiver, type ReceiverParts } from '../inbound/receive.ts'
import type { Log } from '../logger.ts'
import type { PictureParts } from '../media/fetch-picture.ts'
import { pictureRounds } from '../media/pictures.ts'
import { checkContact } from '../outbound/check-contact.ts'
import {
  EarlyReceipts,
  receiptsOf,
  receiptsOfMembers,
  receiptsWithin,
  type Receipt,
} from '../outbound/early-receipts.ts'
import { knownGroup } from '../outbound/known-group.ts'
import { Presence, type Typing } from '../outbound/presence.ts'
import { tellRead } from '../outbound/read-messages.ts'
import { createReceiptRecorder, type CountSent, type ReceiptRecorder } from '../outbound/record-receipts.ts'
import { Sender, type SenderParts } from '../outbound/send-message.ts'
import { SendTraces } from '../outbound/send-traces.ts'
import type { Lane } from '../outbound/queries.ts'
import { CampaignRounds } from '../outreach/campaign-rounds.ts'
import { numberCheckRounds } from '../outreach/number-checks.ts'
import type { Wanted } from './connection-row.ts'
import type { Rounds } from './rounds.ts'

export class Traffic {
  readonly #db: Database
  readonly #connectionId: string
  readonly #companyId: string
  readonly #log: Log
  readonly #receiver: Receiver
  readonly #news: NewsDesk
  readonly #onFile: ReceiverParts['onFile']
  readonly #sender: Sender
  readonly #receipts: ReceiptRecorder
  readonly #early = new EarlyReceipts()
  readonly #presence: Presence
  readonly #pictures: Rounds
  readonly #numberChecks: Rounds
  /** What campaigns say goes beside the conversations, never before them. */
  readonly #campaignSender: Sender
  /** Of what people say; campaigns are no mutations. */
  readonly #sendTraces: SendTraces | null
  readonly #campaigns: CampaignRounds
  #me: Me = nobody
  /** Only while it is open. */
  #socket: WASocket | null = null

  constructor(
    {
      db,
      jobs,
      notifies,
      media,
      agent,
      ackTimeoutMs,
      graceDays,
      traces,
    }: PictureParts &
      Omit<SenderParts, 'traces'> &
      Pick<ReceiverParts, 'jobs' | 'notifies' | 'graceDays'> & { traces: Traces | null },
    { connectionId, companyId }: Omit<Wanted, 'wish'>,
    on: Pick<ReceiverParts, 'onDone' | 'onFile' | 'onOutcome' | 'keysOf'> & { onSent: CountSent },
    log: Log,
  ) {
    this.#db = db
    this.#connectionId = connectionId
    this.#companyId = companyId
    this.#log = log
    const onDone = (whatsappId: string) => {
      on.onDone(whatsappId)
      this.#receipts.deliver(this.#early.take(whatsappId), this.#me)
      this.#pictures.wake()
    }
    this.#receiver = new Receiver({ db, jobs, notifies, connectionId, companyId, graceDays, ...on, onDone, log })
    this.#news = new NewsDesk(this.#receiver, connectionId, log)
    this.#onFile = on.onFile
    const onFailed = () => this.#campaigns.answered()
    const sender = (lane: Lane, sendTraces: SendTraces | null) =>
      new Sender(
        { db, media, ackTimeoutMs, onFailed, traces: sendTraces },
        { connectionId, companyId, lane },
        on.onSent,
        log,
      )
    this.#sendTraces = traces && new SendTraces(traces, { connectionId, companyId })
    this.#sender = sender('conversations', this.#sendTraces)
    this.#campaignSender = sender('campaigns', null)
    const wakeSender = () => this.#campaignSender.wake()
    this.#campaigns = new CampaignRounds({ db, graceDays, wakeSender, log }, { connectionId, companyId })
    this.#presence = new Presence(db, connectionId, log)
    this.#pictures = pictureRounds({ db, media, agent }, { connectionId, companyId }, log)
    this.#numberChecks = numberCheckRounds(db, { companyId }, log)
    this.#receipts = createReceiptRecorder(
      db,
      connectionId,
      { recorded: (ids) => this.#recorded(ids), counted: on.onSent },
      log,
    )
  }

  opened(socket: WASocket) {
    this.#socket = socket
    this.#sender.opened(socket)
    this.#campaignSender.opened(socket)
    this.#campaigns.opened(socket)
    this.#presence.opened(socket)
    this.#pictures.opened(socket)
    this.#numberChecks.opened(socket)
    // What was read while it was closed.
    void this.tellRead(null)
  }

  closed() {
    this.#socket = null
    this.#sender.closed()
    this.#campaignSender.closed()
    this.#campaigns.closed()
    this.#presence.closed()
    this.#pictures.closed()
    this.#numberChecks.closed()
  }

  #recorded(whatsappIds: readonly string[]) {
    this.#sender.recorded(whatsappIds)
    this.#campaignSender.recorded(whatsappIds)
    this.#campaigns.answered()
  }

  /** Sends what is pending, now or at the next opening. */
  wakeSender(cause?: JobCause) {
    if (cause) this.#sendTraces?.caused(cause)
    this.#campaigns.talked()
    this.#sender.wake()
    this.#campaignSender.wake()
  }

  wakeOutreach() {
    this.#campaigns.wake()
    this.#numberChecks.wake()
  }

  /** While closed nothing is lost: the next opening tells for all open tickets. */
  async tellRead(ticketId: string | null) {
    if (!this.#socket) return
    if (ticketId !== null) void this.#presence.watch(ticketId)
    await tellRead(this.#db, this.#connectionId, this.#socket, ticketId).catch((err: unknown) =>
      this.#log.warn({ err }, 'read not told'),
    )
  }

  /** Not waited for: other jobs of the connection go on while WhatsApp answers. */
  checkContact(contactId: string) {
    if (!this.#socket) return
    checkContact(this.#db, this.#socket, { companyId: this.#companyId, contactId }).catch((err: unknown) =>
      this.#log.warn({ contactId, err }, 'number not checked'),
    )
  }

  typing(ticketId: string, state: Typing, at: Date) {
    return this.#presence.type(ticketId, state, at)
  }

  presence(jid: string, state: PresenceState | null) {
    void this.#presence.told(jid, state)
  }

  received(messages: readonly WAMessage[], me: Me, socket: WASocket | null) {
    this.#campaigns.talked()
    this.#me = me
    for (const receipt of messages.flatMap((message) => receiptsWithin(message, me))) this.#early.keep(receipt)
    this.#receiver.take(messages, me, async (lid) => {
      const jid = await socket?.signalRepository.lidMapping.getPNForLID(`${lid}@lid`)
      return digitsOf(jid)
    })
    if (socket) this.#news.askForGroups(messages, socket)
  }

  /** Who is in a group that is to be written to: asked of WhatsApp when our rows don't know. */
  async group(jid: string, socket: WASocket) {
    const known = await knownGroup(this.#db, this.#companyId, jid)
    return known ?? this.#news.askForGroup(jid, socket)
  }

  calls(events: BaileysEventMap['call'], me: Me, socket: WASocket | null) {
    takeCalls(events, me, this.#receiver, socket, { connectionId: this.#connectionId, log: this.#log })
  }

  /** Takes what WhatsApp told of people, groups and their members. */
  told(news: News) {
    this.#news.take(news)
  }

  /** What was said before the connection was linked. */
  history(history: History, me: Me) {
    takeHistory(history, me, this.#receiver, { connectionId: this.#connectionId, onFile: this.#onFile })
  }

  delivery(updates: BaileysEventMap['messages.update'], me: Me) {
    this.#deliver(receiptsOf(updates), me)
  }

  groupDelivery(updates: BaileysEventMap['message-receipt.update'], me: Me) {
    this.#deliver(receiptsOfMembers(updates, me), me)
  }

  #deliver(receipts: readonly Receipt[], me: Me) {
    this.#me = me
    for (const receipt of receipts) this.#early.keep(receipt)
    this.#receipts.deliver(receipts, me)
  }

  ack(whatsappId: string, error: string | null) {
    if (error === null) this.#receipts.raise(whatsappId, ack.sent)
    else {
      this.#sendTraces?.refused(whatsappId, error)
      this.#receipts.refuse(whatsappId, error)
    }
  }

  /** Resolves when what came in is stored, or after `ms`. */
  async settled(ms: number) {
    await Promise.all([
      this.#receiver.settled(ms),
      this.#sender.settled(),
      this.#campaignSender.settled(),
      this.#campaigns.settled(),
      this.#receipts.settled(),
      this.#pictures.settled(),
      this.#numberChecks.settled(),
    ])
  }
}

/** The number or LID of a jid, with or without device; null when it has none. */
export function digitsOf(jid: string | null | undefined): string | null {
  return jid?.match(/^\d+/)?.[0] ?? null
}
