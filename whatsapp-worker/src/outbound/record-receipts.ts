// Raises the delivery state of own messages as WhatsApp tells it: the server's ack, then delivered, read and played; and says of
// reactions, edits and deletions that they were taken.
// In a group each member tells it for themselves: db's recordGroupReceipts raises when all have.
// Receipts come in any order and repeatedly; db's recordAck only raises. Whatever arrives while a write is running goes into the next one.
import { setTimeout as delay } from 'node:timers/promises'
import { recordActionRefused, recordActionsSent } from 'db/messages/actions.ts'
import type { Account } from 'db/messages/inbound.ts'
import { recordGroupReceipts, type GroupReceipt } from 'db/messages/receipts/group-receipts.ts'
import { recordAck, recordSendFailure } from 'db/messages/receipts/record-ack.ts'
import { ack } from 'db/messages/table.ts'
import type { Database, ServerTx } from 'db/node/connect.ts'
import type { Log } from '../logger.ts'
import type { Receipt } from './early-receipts.ts'

const retryMs = 1_000

export interface ReceiptRecorder {
  /** The highest known `level` of table `messages`. */
  raise(whatsappId: string, level: number): void
  /** The phone of whom it was written to has it, or of one member of a group; `own` is the connection's account. */
  deliver(receipts: readonly Receipt[], own: Account): void
  /** WhatsApp's server refused it, with its own code. */
  refuse(whatsappId: string, code: string): void
  settled(): Promise<void>
}

/** Called in the transaction that says of own messages that they were sent or failed. */
export type CountSent = (tx: ServerTx, counts: { sent: number; refused: number }) => Promise<void>

interface Batch {
  levels: Map<string, number>
  refusals: Map<string, string>
  ofMembers: GroupReceipt[]
}

const emptyBatch = (): Batch => ({ levels: new Map(), refusals: new Map(), ofMembers: [] })

export function createReceiptRecorder(
  db: Database,
  connectionId: string,
  on: { recorded(whatsappIds: string[]): void; counted: CountSent },
  log: Log,
): ReceiptRecorder {
  let batch = emptyBatch()
  let running: Promise<void> | null = null
  let ownAccount: Account = { lid: null, number: null }

  const run = async () => {
    // What one frame from WhatsApp brings goes into one transaction.
    await new Promise((resolve) => setImmediate(resolve))
    while (batch.levels.size + batch.refusals.size > 0) {
      const now = batch
      batch = emptyBatch()
      for (;;) {
        try {
          await record(db, { connectionId, ownAccount, counted: on.counted }, now)
          on.recorded([...now.levels.keys(), ...now.refusals.keys()])
          break
        } catch (error) {
          log.error({ err: error }, 'receipts not recorded yet')
          await delay(retryMs)
        }
      }
    }
    running = null
  }
  const wake = () => {
    running ??= run()
  }
  return {
    raise(whatsappId, level) {
      batch.levels.set(whatsappId, Math.max(level, batch.levels.get(whatsappId) ?? level))
      wake()
    },
    deliver(receipts, own) {
      ownAccount = own
      for (const { whatsappId, level, member } of receipts) {
        if (member) batch.ofMembers.push({ whatsappId, level, member })
        // Whom it reached, the server had taken it for.
        this.raise(whatsappId, member ? ack.sent : level)
      }
    },
    refuse(whatsappId, code) {
      batch.refusals.set(whatsappId, code)
      wake()
    },
    settled: async () => {
      await running
    },
  }
}

interface Place {
  connectionId: string
  ownAccount: Account
  counted: CountSent
}

/** All of it, or none. */
async function record(
  db: Database,
  { connectionId, ownAccount, counted }: Place,
  { levels, refusals, ofMembers }: Batch,
): Promise<void> {
  const now = new Date()
  await db.orm.transaction(async (tx: ServerTx) => {
    const counts = { sent: 0, refused: 0 }
    for (const [level, ids] of byLevel(levels)) counts.sent += await recordAck(tx, connectionId, ids, level, now)
    await recordGroupReceipts(tx, connectionId, ownAccount, ofMembers, now)
    await recordActionsSent(tx, connectionId, [...levels.keys()], now)
    for (const [id, code] of refusals) {
      if (await recordSendFailure(tx, connectionId, id, code, now)) counts.refused += 1
      await recordActionRefused(tx, connectionId, id, code, now)
    }
    await counted(tx, counts)
  })
}

function byLevel(levels: ReadonlyMap<string, number>) {
  return [...Map.groupBy(levels.keys(), (id) => levels.get(id) ?? 0)].toSorted(([a], [b]) => a - b)
}
