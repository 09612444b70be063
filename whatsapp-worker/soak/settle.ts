// Waits until everything is where it belongs, or nothing moves any more, and reads what was stored.
import { setTimeout as delay } from 'node:timers/promises'
import { ack } from 'db/messages/table.ts'
import type { Said } from './ledger.ts'
import { persistently } from './persistently.ts'
import { lineOf, type Traffic } from './traffic.ts'
import type { World } from './world.ts'

interface StoredMessage {
  whatsappId: string
  connectionId: string
  customer: string
  fromMe: boolean
  /** An attendant wrote it, not the owner's phone. */
  isOurs: boolean
  body: string
  ack: number
}

export interface Stored {
  /** What phones said, in the order of the conversations. */
  fromPhones: Said[]
  /** What attendants said and WhatsApp did not acknowledge. */
  unacknowledged: string[]
}

/** Longer than a refused message is put aside for. */
const patienceMs = 120_000
/** After the last thing that was waited for, so that a second copy has time to come. */
const quietMs = 3_000

export async function settle(world: World, traffic: Traffic): Promise<Stored> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await delay(200)) {
    if (isDone(traffic, world, await persistently(() => read(world)))) break
  }
  await delay(quietMs)
  return persistently(() => read(world))
}

function isDone(traffic: Traffic, { attendants }: World, { fromPhones, unacknowledged }: Stored) {
  return (
    attendants.every(({ waiting }) => waiting === 0) &&
    fromPhones.length >= traffic.saidOnPhones.length &&
    traffic.received.length >= traffic.saidByAttendants.length &&
    unacknowledged.length === 0
  )
}

async function read({ db, connections }: World): Promise<Stored> {
  const rows = await db.sql<StoredMessage[]>`
    select m.whatsapp_id as "whatsappId", m.connection_id as "connectionId", c.number as customer, m.from_me as "fromMe",
      m.user_id is not null as "isOurs", m.body, m.ack
    from messages m join contacts c on c.id = m.contact_id
    order by m.created_at, m.id`
  const numbers = new Map(connections.map(({ id, number }) => [id, number]))
  const lineOfRow = ({ connectionId, customer, fromMe }: StoredMessage) => {
    const own = numbers.get(connectionId) ?? ''
    return fromMe ? lineOf(own, customer) : lineOf(customer, own)
  }
  return {
    fromPhones: rows.filter((row) => !row.isOurs).map((row) => ({ line: lineOfRow(row), text: row.body })),
    unacknowledged: rows
      .filter((row) => row.isOurs && row.ack < ack.sent)
      .map((row) => `${lineOfRow(row)}: ${row.body}`),
  }
}
