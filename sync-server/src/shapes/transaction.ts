// pgoutput's messages → whole transactions, their rows as Postgres' text.
// Invariant: a row has every published column; what an update did not send again (large values) comes from the old row.
import type { Pgoutput } from 'pg-logical-replication'
import type { Relation, Row, TableName } from './catalog.ts'
import { parseLsn } from './lsn.ts'

export interface Change {
  table: TableName
  old: Row | null
  new: Row | null
}

export interface Transaction {
  /** 32 bits, unsigned. */
  xid: number
  /** Begin's final_lsn, which is the commit's position. */
  lsn: bigint
  changes: readonly Change[]
  truncated: readonly TableName[]
}

const boolOid = 16

export class TransactionAssembler {
  private open: { xid: number; lsn: bigint; changes: Change[]; truncated: TableName[] } | null = null
  private readonly onRelation: (relation: Relation) => void

  constructor(onRelation: (relation: Relation) => void) {
    this.onRelation = onRelation
  }

  /** Whether every transaction that began was handed over. */
  get isBetween() {
    return this.open === null
  }

  /** The transaction that this message completes. */
  take(message: Pgoutput.Message): Transaction | null {
    switch (message.tag) {
      case 'begin':
        // The library reads xids as signed.
        this.open = { xid: message.xid >>> 0, lsn: parseLsn(message.commitLsn), changes: [], truncated: [] }
        return null
      case 'relation':
        keepText(message)
        this.onRelation({ oid: message.relationOid >>> 0, ...message })
        return null
      case 'insert':
        this.open?.changes.push({ table: message.relation, old: null, new: message.new })
        return null
      case 'update':
        this.open?.changes.push({ table: message.relation, ...updated(message) })
        return null
      case 'delete':
        this.open?.changes.push({ table: message.relation, old: deleted(message), new: null })
        return null
      case 'truncate':
        this.open?.truncated.push(...message.relations)
        return null
      case 'commit': {
        const complete = this.open
        this.open = null
        return complete
      }
      default:
        return null
    }
  }
}

/** Values stay the text that Postgres printed; only booleans are printed differently here ('t') than by ::text ('true'). */
function keepText(relation: Pgoutput.MessageRelation) {
  for (const column of relation.columns) {
    column.parser =
      column.typeOid === boolOid ? (raw: string) => (raw === 't' ? 'true' : 'false') : (raw: string) => raw
  }
}

/** A missing old row would send rows that left a shape to nobody: better to stop. */
const noOldRow = (relation: Pgoutput.MessageRelation) => new Error(`${relation.name} needs REPLICA IDENTITY FULL`)

function deleted({ relation, old }: Pgoutput.MessageDelete): Row {
  if (!old) throw noOldRow(relation)
  return old
}

function updated({ relation, old, new: sent }: Pgoutput.MessageUpdate): { old: Row; new: Row } {
  if (!old) throw noOldRow(relation)
  const fresh: Record<string, string | null> = {}
  for (const { name } of relation.columns) {
    const value: string | null | undefined = sent[name]
    fresh[name] = value === undefined ? (old[name] ?? null) : value
  }
  return { old, new: fresh }
}
