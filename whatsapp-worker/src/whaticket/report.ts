// What came of an import, table by table, and why what did not come did not. It tells ids and reasons, and nothing that anybody wrote.

export interface TableReport {
  read: number
  /** Not here before; in a dry run: would come. */
  added: number
  /** Here, and brought up to date. */
  updated: number
  /** Here already. */
  there: number
  /** Left out, by reason. */
  skipped: Record<string, number>
  /** The first ones of those, by their old ids. */
  examples: { id: string; reason: string }[]
}

export interface Report {
  isDryRun: boolean
  tables: Record<string, TableReport>
  /** What a person should know, once each. */
  notes: string[]
  seconds: number
}

const kept = 50

export class Tally {
  readonly tables: Record<string, TableReport> = {}
  readonly notes = new Set<string>()

  of(table: string): TableReport {
    return (this.tables[table] ??= { read: 0, added: 0, updated: 0, there: 0, skipped: {}, examples: [] })
  }

  skip(table: string, id: unknown, reason: string) {
    const of = this.of(table)
    of.skipped[reason] = (of.skipped[reason] ?? 0) + 1
    if (of.examples.length < kept) of.examples.push({ id: String(id), reason })
  }
}

const numbers = new Intl.NumberFormat('en')

export function reportLines({ isDryRun, tables, notes, seconds }: Report): string[] {
  const lines = Object.entries(tables).map(([name, table]) => {
    const skipped = Object.entries(table.skipped).map(([reason, count]) => `${numbers.format(count)} ${reason}`)
    const parts = [
      `${numbers.format(table.read)} read`,
      `${numbers.format(table.added)} ${isDryRun ? 'would come' : 'new'}`,
      ...(table.updated > 0 ? [`${numbers.format(table.updated)} brought up to date`] : []),
      ...(table.there > 0 ? [`${numbers.format(table.there)} here already`] : []),
      ...(skipped.length > 0 ? [`left out: ${skipped.join(', ')}`] : []),
    ]
    return `  ${name.padEnd(15)} ${parts.join(' · ')}`
  })
  return [
    `${isDryRun ? 'Dry run, nothing was written' : 'Imported'} in ${seconds.toFixed(1)} s`,
    ...lines,
    ...notes.map((note) => `  ! ${note}`),
  ]
}
