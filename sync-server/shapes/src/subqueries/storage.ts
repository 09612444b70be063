// What is known of the tables behind clauses with subqueries, in a SQLite file: rows of tables, sets of values, and the messages that were
// made of their changes. Memory has only what is being worked on.
// Invariant: what is committed is as of one position, `lsn`, and has all of every transaction up to it.
import { open } from 'node:fs/promises'
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { Row } from '../catalog.ts'
import type { Lsn } from '../stream/lsn.ts'

/** A row of a source. */
export interface StoredRow {
  key: string
  row: Row
  /** Commit position of the transaction that wrote it; 0 from the snapshot. */
  changed: Lsn
}

export interface StoredMessage {
  lsn: Lsn
  op: number
  open: string
}

/** Where a message is in its shape's log. */
type Place = Pick<StoredMessage, 'lsn' | 'op'>

type NodeKind = 'source' | 'link' | 'set' | 'shape'

/** What there is, by its name; none of what is being deleted. `state` is JSON. */
export interface StoredNode {
  id: number
  kind: NodeKind
  name: string
  state: string
}

/** Rows that are read at once: what is read may be changed before more is. */
export const pageRows = 500
/** SQLite's integers have a sign: positions are kept in their order, with half of them below zero. */
const middle = 2n ** 63n
const kept = (lsn: Lsn) => lsn - middle
const lsnIn = (value: SQLOutputValue | undefined): Lsn => (value as bigint) + middle

/** Version of the tables; a file of another one is deleted. */
const version = 2

const schema = `
  create table if not exists nodes (id integer primary key autoincrement, kind text not null, name text not null, state text not null);
  create table if not exists progress (id integer primary key check (id = 1), lsn integer not null);
  create table if not exists rows (source integer, key text, changed integer, row text,
    primary key (source, key)) without rowid;
  create table if not exists links (link integer, value text, key text, primary key (link, value, key)) without rowid;
  create table if not exists members (value text, node integer, count integer, primary key (value, node)) without rowid;
  create index if not exists members_by_set on members (node, value);
  create table if not exists messages (shape integer, lsn integer, op integer, open text,
    primary key (shape, lsn, op)) without rowid;
  insert into progress values (1, ${kept(0n)}) on conflict do nothing;`

/** In the place of NULL, which would not be found: no text has a zero byte. */
const noValue = '\0'

const statements = {
  progress: 'select lsn from progress',
  moveTo: 'update progress set lsn = ?',
  nodes: 'select id, kind, name, state from nodes order by id',
  addNode: 'insert into nodes (kind, name, state) values (?, ?, ?)',
  setNode: 'update nodes set state = ? where id = ?',
  hideNode: `update nodes set name = '', state = '{}' where id = ?`,
  deleteNode: 'delete from nodes where id = ?',
  row: 'select key, row, changed from rows where source = ? and key = ?',
  rows: `select key, row, changed from rows where source = ? and key > ? order by key limit ${pageRows}`,
  putRow: `insert into rows (source, key, changed, row) values (?, ?, ?, ?)
    on conflict (source, key) do update set changed = excluded.changed, row = excluded.row`,
  deleteRow: 'delete from rows where source = ? and key = ?',
  addLink: 'insert into links values (?, ?, ?) on conflict do nothing',
  deleteLink: 'delete from links where link = ? and value = ? and key = ?',
  linked: `select r.key, r.row, r.changed from links l join rows r on r.source = ? and r.key = l.key
    where l.link = ? and l.value = ? and l.key > ? order by l.key limit ${pageRows}`,
  count: 'select count from members where value = ? and node = ?',
  setCount: `insert into members (value, node, count) values (?, ?, ?)
    on conflict (value, node) do update set count = excluded.count`,
  deleteCount: 'delete from members where value = ? and node = ?',
  setsWith: 'select node from members where value = ?',
  firstValues: `select value from members where node = ? order by value limit ${pageRows}`,
  values: `select value from members where node = ? and value > ? order by value limit ${pageRows}`,
  addMessage: 'insert into messages values (?, ?, ?, ?)',
  messages: `select lsn, op, open from messages where shape = ? and (lsn, op) > (?, ?) and lsn <= ?
    order by lsn, op limit ${pageRows}`,
  lastMessage: 'select lsn, op from messages where shape = ? order by lsn desc, op desc limit 1',
  bytes: 'select coalesce(sum(length(open)), 0) as bytes from messages where shape = ?',
  oldest: `select lsn, op, length(open) as bytes from messages where shape = ? order by lsn, op limit ${pageRows}`,
  deleteUpTo: 'delete from messages where shape = ? and lsn <= ?',
  someRows: `delete from rows where source = ? and key in (select key from rows where source = ? limit ${pageRows})`,
  someLinks: `delete from links where link = ? and (value, key) in
    (select value, key from links where link = ? limit ${pageRows})`,
  someMembers: `delete from members where node = ? and value in (select value from members where node = ? limit ${pageRows})`,
  someMessages: `delete from messages where shape = ? and (lsn, op) in
    (select lsn, op from messages where shape = ? limit ${pageRows})`,
} as const

/** Whose positions are read: with them all integers come as bigint. */
const exact = [
  'progress',
  'row',
  'rows',
  'linked',
  'messages',
  'lastMessage',
  'oldest',
] as const satisfies readonly (keyof typeof statements)[]

type StoredColumns = { key: string; row: string; changed: bigint }

const rowOf = ({ key, row, changed }: StoredColumns): StoredRow => ({
  key,
  row: JSON.parse(row) as Row,
  changed: lsnIn(changed),
})

const placeOf = ({ lsn, op }: Record<string, SQLOutputValue>): Place => ({ lsn: lsnIn(lsn), op: Number(op) })

export class Storage {
  private readonly path: string
  private readonly db: DatabaseSync
  private readonly run: Record<keyof typeof statements, StatementSync>
  /** Of shapes that were asked for: where their last messages are; null: they have none. */
  private readonly lasts = new Map<number, Place | null>()

  /** `path`: of a file of its own. @throws when it is damaged, or of another version. */
  constructor(path: string) {
    this.path = path
    this.db = new DatabaseSync(path)
    this.db.exec(
      'pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16000; pragma secure_delete = on',
    )
    const found = Number(this.db.prepare('pragma user_version').get()?.['user_version'])
    if (found !== 0 && found !== version) {
      this.db.close()
      throw new Error(`version ${found}, not ${version}`)
    }
    this.db.exec(`${schema} pragma user_version = ${version}`)
    const prepared = Object.entries(statements).map(([name, text]) => [name, this.db.prepare(text)])
    this.run = Object.fromEntries(prepared) as typeof this.run
    for (const name of exact) this.run[name].setReadBigInts(true)
  }

  begin() {
    this.db.exec('begin')
  }

  commit(lsn: Lsn) {
    this.run.moveTo.run(kept(lsn))
    this.db.exec('commit')
  }

  /** Everything up to it is here. */
  get lsn(): Lsn {
    return lsnIn(this.run.progress.get()?.['lsn'])
  }

  nodes(): StoredNode[] {
    return this.run.nodes.all() as unknown as StoredNode[]
  }

  addNode(kind: NodeKind, name: string, state: object): number {
    return Number(this.run.addNode.run(kind, name, JSON.stringify(state)).lastInsertRowid)
  }

  setNode(id: number, state: object) {
    this.run.setNode.run(JSON.stringify(state), id)
  }

  /** It is never found again. What belongs to it is there until `deleteSome` has deleted it all. */
  hideNode(id: number) {
    this.run.hideNode.run(id)
  }

  row(source: number, key: string): StoredRow | null {
    const found = this.run.row.get(source, key) as StoredColumns | undefined
    return found ? rowOf(found) : null
  }

  /** Up to `pageRows` of a source whose keys come after `after`. */
  rows(source: number, after: string): StoredRow[] {
    return (this.run.rows.all(source, after) as StoredColumns[]).map(rowOf)
  }

  putRow(source: number, { key, row, changed }: StoredRow) {
    this.run.putRow.run(source, key, kept(changed), JSON.stringify(row))
  }

  deleteRow(source: number, key: string) {
    this.run.deleteRow.run(source, key)
  }

  addLink(link: number, value: string | null, key: string) {
    this.run.addLink.run(link, value ?? noValue, key)
  }

  deleteLink(link: number, value: string | null, key: string) {
    this.run.deleteLink.run(link, value ?? noValue, key)
  }

  /** Up to `pageRows` of a source that have `value` in the link's columns, whose keys come after `after`. */
  linked(source: number, link: number, value: string | null, after: string): StoredRow[] {
    return (this.run.linked.all(source, link, value ?? noValue, after) as StoredColumns[]).map(rowOf)
  }

  /** How often a set has a value. */
  count(set: number, value: string): number {
    return Number(this.run.count.get(value, set)?.['count'] ?? 0)
  }

  setCount(set: number, value: string, count: number) {
    if (count === 0) this.run.deleteCount.run(value, set)
    else this.run.setCount.run(value, set, count)
  }

  setsWith(value: string): number[] {
    return this.run.setsWith.all(value).map(({ node }) => Number(node))
  }

  /** Up to `pageRows` of a set's values that come after `after`; null is before all. */
  values(set: number, after: string | null): string[] {
    const found = after === null ? this.run.firstValues.all(set) : this.run.values.all(set, after)
    return found.map(({ value }) => String(value))
  }

  addMessage(shape: number, message: StoredMessage) {
    const { lsn, op } = message
    this.run.addMessage.run(shape, kept(lsn), op, message.open)
    this.lasts.set(shape, { lsn, op })
  }

  /** Up to `pageRows` of a shape's, after a position, of transactions up to and with `upTo`. */
  messages(shape: number, { lsn, op }: Place, upTo: Lsn): StoredMessage[] {
    const last = this.lastMessage(shape)
    // Whoever waits asks after each transaction, mostly to find nothing.
    if (!last || last.lsn < lsn || (last.lsn === lsn && last.op <= op)) return []
    return this.run.messages
      .all(shape, kept(lsn), op, kept(upTo))
      .map((row) => ({ ...placeOf(row), open: String(row['open']) }))
  }

  lastMessage(shape: number): Place | null {
    const known = this.lasts.get(shape)
    if (known !== undefined) return known
    const found = this.run.lastMessage.get(shape)
    const last = found ? placeOf(found) : null
    this.lasts.set(shape, last)
    return last
  }

  /** Characters of a shape's messages. */
  bytes(shape: number): number {
    return Number(this.run.bytes.get(shape)?.['bytes'])
  }

  /** Sizes of the first of a shape's messages, in characters. */
  oldest(shape: number): { lsn: Lsn; bytes: number }[] {
    return this.run.oldest.all(shape).map(({ lsn, bytes }) => ({ lsn: lsnIn(lsn), bytes: Number(bytes) }))
  }

  deleteUpTo(shape: number, lsn: Lsn) {
    this.lasts.delete(shape)
    this.run.deleteUpTo.run(shape, kept(lsn))
  }

  /** Some of what belongs to a node, in the end the node itself: then false. */
  deleteSome({ id, kind }: Pick<StoredNode, 'id' | 'kind'>): boolean {
    const { someRows, someLinks, someMembers, someMessages, deleteNode } = this.run
    const statement = { source: someRows, link: someLinks, set: someMembers, shape: someMessages }[kind]
    const isMore = Number(statement.run(id, id).changes) > 0
    this.lasts.delete(id)
    if (!isMore) deleteNode.run(id)
    return isMore
  }

  /** On disk when it resolves: everything that was committed before. */
  async sync() {
    // What was moved out of it was synced with that.
    const file = await open(`${this.path}-wal`, 'r+')
    try {
      await file.datasync()
    } finally {
      await file.close()
    }
  }

  /** Moves everything into the file itself, and leaves nothing of what was before. */
  checkpoint() {
    this.db.exec('pragma wal_checkpoint(truncate)')
  }

  close() {
    this.db.close()
  }
}
