// The rules of what is pending, entry by entry.
import { newId } from 'db/kit/new-id.ts'
import { deviceTables } from 'db/tables.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldMessages } from '../pull/fold-messages.ts'
import type { Batch } from '../pull/apply-batch.ts'
import type { OutboxEntry } from '../outbox/outbox.ts'
import { rowsOf } from '../queries/changes.ts'
import * as ledgers from './ledger.ts'

const logTable = 'applied_mutations'

function entryAt(seq: number, change: Partial<OutboxEntry> = {}): OutboxEntry {
  return {
    seq,
    id: newId(),
    userId: 'u',
    companyId: 'c',
    name: 'tag.create',
    args: { name: `tag ${seq}` },
    at: new Date(seq),
    state: 'waiting',
    ...change,
  }
}

/** An answer of the log that says that these were applied, at their positions. */
function logBatch(lsns: Readonly<Record<string, number>>): Batch {
  const table = deviceTables.find((candidate) => candidate.name === logTable)
  if (!table) throw new Error('no log')
  const folded = foldMessages(
    Object.entries(lsns).map(([id, lsn]) => ({
      key: id,
      value: { id },
      headers: { operation: 'insert' as const, lsn: String(lsn) },
    })),
  )
  return { table, folded, handle: 'h', offset: '1_0' }
}

const wrote = (...writes: string[]) => ({ ran: true, reads: new Set<string>(), writes: rowsOf(writes) })
const everyTable = deviceTables.map((table) => table.name)

describe('what is shown', () => {
  test('entries run in the order of the outbox, whichever tab was first', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(1000), { minLength: 1 }), (seqs) => {
        let ledger = ledgers.openLedger([])
        for (const seq of seqs) ledger = { ...ledger, pending: ledgers.withEntry(ledger, entryAt(seq)) }
        expect(ledger.pending.map(({ seq }) => seq)).toEqual(seqs.toSorted((one, other) => one - other))
      }),
    )
  })

  test('an entry that is there, was refused or has left is not new', () => {
    const [known, left, refused, fresh] = [
      entryAt(1),
      entryAt(2),
      entryAt(3, { state: 'refused', code: 'ERR_VALIDATION' }),
      entryAt(4),
    ]
    const ledger = ledgers.without(ledgers.openLedger([known]), [left])
    expect([known, left, refused, fresh].map((entry) => ledgers.isNew(ledger, entry))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  test('an outbox that says the same again changes nothing; an entry with other arguments does', () => {
    const entry = entryAt(1)
    const ledger = ledgers.openLedger([entry])
    expect(ledgers.reloaded(ledger, [structuredClone(entry)]).wanted).toBeUndefined()
    const edited = { ...entry, args: { name: 'other' } }
    expect(ledgers.reloaded(ledger, [edited]).wanted).toEqual([edited])
    expect(ledgers.reloaded(ledger, []).wanted).toEqual([])
  })

  test('what was answered here stays answered, though the outbox does not know it yet', () => {
    const entry = entryAt(1)
    const ledger = ledgers.answered(ledgers.openLedger([entry]), new Map([[entry.id, '7']]))
    expect(ledger.pending[0]?.state).toBe('applied')
    expect(ledgers.reloaded(ledger, [entry]).wanted).toBeUndefined()
    expect(ledgers.sendable(ledger)).toEqual([])
  })

  test('an entry that left does not come back with an older reading of the outbox', () => {
    const entry = entryAt(1, { state: 'refused', code: 'ERR_VALIDATION' })
    const ledger = ledgers.without(ledgers.openLedger([entry]), [entry])
    const again = ledgers.reloaded(ledger, [entry, { ...entry, state: 'waiting' }])
    expect(again.ledger.refused).toEqual([])
    expect(again.wanted).toBeUndefined()
  })
})

describe('what leaves', () => {
  test('an entry leaves when the log told of it and the tables that it wrote are as new as that, not before', () => {
    const entry = entryAt(1)
    let ledger = ledgers.openLedger([entry])
    ledger = ledgers.renewed(ledger, ledger.pending, new Map([[entry.id, wrote('tags')]])).ledger
    ledger = ledgers.noted(ledger, [logBatch({ [entry.id]: 7 })], logTable)
    expect(ledgers.confirmed(ledger)).toEqual([])
    ledger = ledgers.noted(ledger, [], logTable, { tables: ['tags'], lsn: 6n })
    expect(ledgers.confirmed(ledger)).toEqual([])
    ledger = ledgers.noted(ledger, [], logTable, { tables: ['tags'], lsn: 7n })
    expect(ledgers.confirmed(ledger)).toEqual([entry])
  })

  test('one that did not run here waits for every table', () => {
    const entry = entryAt(1)
    let ledger = ledgers.noted(ledgers.openLedger([entry]), [logBatch({ [entry.id]: 7 })], logTable)
    ledger = ledgers.noted(ledger, [], logTable, { tables: everyTable.slice(1), lsn: 9n })
    expect(ledgers.confirmed(ledger)).toEqual([])
    ledger = ledgers.noted(ledger, [], logTable, { tables: everyTable, lsn: 9n })
    expect(ledgers.confirmed(ledger)).toEqual([entry])
  })

  test('the answer of a push is enough when the log started later', () => {
    const entry = entryAt(1)
    let ledger = ledgers.answered(ledgers.openLedger([entry]), new Map([[entry.id, '7']]))
    expect(ledgers.confirmed(ledger)).toEqual([])
    ledger = ledgers.noted(ledger, [], logTable, { tables: everyTable, lsn: 7n })
    expect(ledgers.confirmed(ledger)).toMatchObject([{ id: entry.id }])
  })

  test('a table that starts anew proves nothing until it is current again', () => {
    const entry = entryAt(1)
    let ledger = ledgers.answered(ledgers.openLedger([entry]), new Map([[entry.id, '7']]))
    ledger = ledgers.noted(ledger, [], logTable, { tables: everyTable, lsn: 7n })
    const log = logBatch({})
    ledger = ledgers.noted(ledger, [{ ...log, folded: { ...log.folded, mustRefetch: true } }], logTable)
    expect(ledgers.confirmed(ledger)).toEqual([])
  })

  test('a refused entry that a late push applied is taken; other people’s entries are nobody’s here', () => {
    const entry = entryAt(1, { state: 'refused', code: 'ERR_VALIDATION' })
    const before = ledgers.openLedger([entry])
    const ledger = ledgers.noted(before, [logBatch({ [entry.id]: 7, [newId()]: 8 })], logTable)
    expect(ledgers.taken(ledger)).toEqual([entry])
    expect([...ledger.applied.keys()]).toEqual([entry.id])
    const after = ledgers.without(ledger, [entry])
    expect(ledgers.taken(after)).toEqual([])
    expect(after.refused).toEqual([])
    expect(after.applied.size).toBe(0)
  })
})

describe('what follows from a change', () => {
  test('tables written before and tables written now may look different', () => {
    const entry = entryAt(1)
    const first = ledgers.renewed(ledgers.openLedger([entry]), [entry], new Map([[entry.id, wrote('tags')]]))
    const second = ledgers.renewed(first.ledger, [], new Map())
    expect(second.changes).toEqual(rowsOf(['tags']))
    expect(second.ledger.runs.size).toBe(0)
  })

  test('what is pending runs anew after a change of what it read or wrote', () => {
    const entry = entryAt(1)
    const run = { ran: true, reads: new Set(['tickets', 'contacts']), writes: rowsOf(['tickets']) }
    const { ledger } = ledgers.renewed(ledgers.openLedger([entry]), [entry], new Map([[entry.id, run]]))
    expect(ledgers.isDependent(ledger, new Set(['contacts']))).toBe(true)
    expect(ledgers.isDependent(ledger, new Set(['tags']))).toBe(false)
  })
})
