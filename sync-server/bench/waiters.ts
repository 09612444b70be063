// The process that is all the clients: it reads shapes and holds long-polls, so that their cost is in nobody's figure.
// It does what its parent orders over IPC (see waiter-process.ts) and ends with it.
import { Connection } from './connection.ts'
import { now } from './figure.ts'
import { readUpToDate, waitForChanges, type Position, type ShapeQuery } from './shape-reader.ts'

export type Order =
  /** Each shape once, to up-to-date. */
  | { type: 'read'; port: number; shapes: ShapeQuery[]; connections: number }
  /** The same, then `each` clients follow every shape. Done when all of them have asked. */
  | { type: 'follow'; port: number; shapes: ShapeQuery[]; connections: number; each: number }
  /** Done when those who follow have got so many changes in all, since the beginning. */
  | { type: 'await'; changes: number }

/** Times are of `now()`. */
export type Report = { id: number; from: number; to: number } | { id: number | null; error: string }

const send = (report: Report) => process.send?.(report)

let received = 0
let lastAt = 0
const awaited = new Map<number, { changes: number; done(): void }>()

process.on('message', ({ id, order }: { id: number; order: Order }) => {
  const from = now()
  carryOut(id, order).then(
    (to) => send({ id, from, to }),
    (error: unknown) => send({ id, error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())

/** When it was done. */
async function carryOut(id: number, order: Order): Promise<number> {
  switch (order.type) {
    case 'read':
      await readAll(order)
      return now()
    case 'follow': {
      const positions = await readAll(order)
      for (const [query, at] of positions) {
        for (let n = 0; n < order.each; n++) void follow(new Connection(order.port), query, at)
      }
      return now()
    }
    case 'await':
      await new Promise<void>((done) => {
        awaited.set(id, { changes: order.changes, done })
        settle()
      })
      return lastAt
  }
}

/** Some connections, each taking the next shape when it is ready for one. */
async function readAll({ port, shapes, connections }: Extract<Order, { type: 'read' | 'follow' }>) {
  const positions = new Map<ShapeQuery, Position>()
  const queue = shapes.values()
  const work = async () => {
    const connection = new Connection(port)
    for (const query of queue) positions.set(query, (await readUpToDate(connection, query)).at)
    connection.close()
  }
  await Promise.all(Array.from({ length: Math.min(connections, shapes.length) }, work))
  return positions
}

async function follow(connection: Connection, query: ShapeQuery, from: Position) {
  try {
    for (let at = from; ;) {
      const read = await waitForChanges(connection, query, at)
      at = read.at
      if (read.changes === 0) continue
      received += read.changes
      lastAt = now()
      settle()
    }
  } catch (error) {
    send({ id: null, error: String(error) })
  }
}

function settle() {
  for (const [id, { changes, done }] of awaited) {
    if (received < changes) continue
    awaited.delete(id)
    done()
  }
}
