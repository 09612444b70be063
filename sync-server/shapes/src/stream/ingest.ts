// The change stream → the log: keeps what some shape may want, a block at a time, and tells when a transaction is complete.
// Invariant: nobody sees a transaction before its commit; one that is in the log already is not logged again.
import type { Relation } from '../catalog.ts'
import type { Block, LoggedMessage } from '../log/block.ts'
import type { ChangeLog } from '../log/change-log.ts'
import { mayErase } from '../log/erasing.ts'
import { readMessage } from '../log/pgoutput.ts'
import type { Routes } from '../routes.ts'
import type { Lsn } from './lsn.ts'

/** Bytes of messages in a block. */
const blockBytes = 256 * 1024

export interface CompleteTransaction {
  /** Commit position. */
  lsn: Lsn
  /** Keys of the routes that the transaction may concern. */
  keys: ReadonlySet<number>
  /** Where its blocks are in the log. */
  positions: readonly number[]
  /** Null when it is too large to have stayed in memory. */
  blocks: readonly Block[] | null
}

export interface IngestOptions {
  log: ChangeLog
  routes: Routes
  /** Whether everything up to this commit has been taken already: after a restart Postgres sends some of it again. */
  isKnown(lsn: Lsn): boolean
  onBegin(xid: number): void
  onRelation(relation: Relation): void
  onTruncate(oid: number): void
  /** Something that was said in the log. */
  onMessage(prefix: string, content: Buffer): void
}

interface Open {
  lsn: Lsn
  xid: number
  isKnown: boolean
  /** Changes so far, all of them. */
  ops: number
  /** Keys of the routes that the current block concerns. */
  keys: Set<number>
  messages: LoggedMessage[]
  bytes: number
  blocks: { position: number; bytes: number; keys: ReadonlySet<number> }[]
}

export class Ingest {
  private readonly options: IngestOptions
  private readonly relations = new Map<number, Relation>()
  private open: Open | null = null

  constructor(options: IngestOptions) {
    this.options = options
  }

  /** Whether every transaction that began was handed over. */
  get isBetween() {
    return this.open === null
  }

  /** The transaction that this message completes. */
  take(message: Buffer): CompleteTransaction | null {
    const read = readMessage(message)
    switch (read.tag) {
      case 'begin':
        this.open = {
          ...read,
          isKnown: this.options.isKnown(read.lsn),
          ops: 0,
          keys: new Set(),
          messages: [],
          bytes: 0,
          blocks: [],
        }
        this.options.onBegin(read.xid)
        return null
      case 'relation':
        this.relations.set(read.relation.oid, read.relation)
        // What a table was then is not what it is now.
        if (this.open && !this.open.isKnown) this.options.onRelation(read.relation)
        return null
      case 'truncate':
        if (this.open) this.truncate(this.open, read.oids, message)
        return null
      case 'message':
        if (this.open && !this.open.isKnown) this.options.onMessage(read.prefix, read.content)
        return null
      case 'change':
        if (this.open) this.change(this.open, read.oid, message)
        return null
      case 'commit': {
        const { open } = this
        this.open = null
        return open && this.complete(open)
      }
      case 'other':
        return null
    }
  }

  private change(open: Open, oid: number, message: Buffer) {
    const op = open.ops++
    const relation = this.relations.get(oid)
    if (!relation) throw new Error(`a change of table ${oid}, which was not described`)
    if (open.isKnown) return
    // The log may have had the row for somebody who is gone: that it goes is for the eraser.
    if (this.options.routes.collect(relation, message, open.keys) || mayErase(message)) this.keep(open, op, message)
  }

  private truncate(open: Open, oids: readonly number[], message: Buffer) {
    const op = open.ops++
    if (open.isKnown) return
    oids.forEach((oid) => this.options.onTruncate(oid))
    this.keep(open, op, message)
  }

  private keep(open: Open, op: number, message: Buffer) {
    // A copy: the driver uses its buffer again.
    open.messages.push({ op, message: Buffer.from(message) })
    open.bytes += message.length
    if (open.bytes > blockBytes) this.endBlock(open, false)
  }

  private complete(open: Open): CompleteTransaction {
    const { log, routes } = this.options
    if (open.messages.length > 0 || open.blocks.length > 0) this.endBlock(open, true)
    const keys = new Set<number>()
    for (const { position, bytes, keys: ofBlock } of open.blocks) {
      routes.logged(ofBlock, position, bytes)
      for (const key of ofBlock) keys.add(key)
    }
    const positions = open.blocks.map(({ position }) => position)
    const blocks = positions.map((position) => log.cached(position)).filter((block) => block !== undefined)
    return { lsn: open.lsn, keys, positions, blocks: blocks.length === open.blocks.length ? blocks : null }
  }

  private endBlock(open: Open, isLast: boolean) {
    const { lsn, xid, keys, messages, bytes } = open
    const firstOp = open.blocks.length === 0 ? 0 : (messages[0]?.op ?? open.ops)
    const position = this.options.log.append({ lsn, xid, firstOp, isLast, keys: [...keys] }, messages)
    open.blocks.push({ position, bytes, keys })
    open.keys = new Set()
    open.messages = []
    open.bytes = 0
  }
}
