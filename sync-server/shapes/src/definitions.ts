// What is asked for → definitions over the tables as they are now, kept as long as those are.
import type postgres from 'postgres'
import { publishTable, type Table, type TableName } from './catalog.ts'
import { defineShape, tablesBehind } from './define.ts'
import type { EngineSettings } from './options.ts'
import { InvalidRequest, type ShapeSource } from './request.ts'
import type { ShapeDefinition } from './shape.ts'
import type { TableCache } from './table-cache.ts'

/** Definitions kept compiled. */
const maxDefinitions = 50_000

export class Definitions {
  private readonly settings: EngineSettings
  private readonly sql: postgres.Sql
  private readonly tables: TableCache
  private readonly compiled = new Map<string, ShapeDefinition>()
  /** The same by what was asked with, for who asks with it again: to write down and compare all that it says takes longer than the rest. */
  private readonly asked = new WeakMap<ShapeSource, { definition: ShapeDefinition; version: number }>()

  constructor(settings: EngineSettings, sql: postgres.Sql, tables: TableCache) {
    this.settings = settings
    this.sql = sql
    this.tables = tables
  }

  /** What was made of this source, if its tables are still what they were; else it has to be defined. */
  known(source: ShapeSource): ShapeDefinition | null {
    const before = this.asked.get(source)
    if (!before) return null
    const { version } = this.tables
    if (before.version !== version && !this.isCurrent(before.definition)) return null
    before.version = version
    return before.definition
  }

  /** @throws InvalidRequest */
  async define(source: ShapeSource): Promise<ShapeDefinition> {
    const known = this.known(source)
    if (known) return known
    const definition = await this.lookUp(source)
    this.asked.set(source, { definition, version: -1 })
    return definition
  }

  private async lookUp(source: ShapeSource): Promise<ShapeDefinition> {
    const id = JSON.stringify(source)
    const known = this.compiled.get(id)
    if (known && this.isCurrent(known)) return known
    const tables = await this.tablesOf(source)
    if (known?.tables.every((table, index) => table === tables[index])) return known
    const definition = await this.defineOver(source, tables)
    if (this.compiled.size >= maxDefinitions) this.compiled.clear()
    this.compiled.set(id, definition)
    return definition
  }

  private isCurrent({ tables }: ShapeDefinition): boolean {
    return tables.every((table) => this.tables.isCurrent(table))
  }

  /** Nobody is refused for what a table was. */
  private async defineOver(
    source: ShapeSource,
    [table, ...inner]: readonly [Table, ...Table[]],
  ): Promise<ShapeDefinition> {
    try {
      return defineShape(source, table, inner)
    } catch (error) {
      const all = [table, ...inner]
      const now = await this.tables.readAllAnew(all)
      if (now.every((one, index) => one === all[index])) throw error
      const [again, ...others] = await this.tablesOf(source)
      return defineShape(source, again, others)
    }
  }

  /** Null when there can't be one: its table is gone, or lacks what it names. */
  async definedNow(source: ShapeSource): Promise<ShapeDefinition | null> {
    try {
      return await this.define(source)
    } catch (error) {
      if (error instanceof InvalidRequest) return null
      throw error
    }
  }

  /** The shape's own first. @throws InvalidRequest */
  private async tablesOf(source: ShapeSource): Promise<[Table, ...Table[]]> {
    const table = await this.tableOf(source, 'table')
    return [table, ...(await Promise.all(tablesBehind(source).map((name) => this.tableOf(name, 'where'))))]
  }

  /** `field`: which names it. @throws InvalidRequest */
  private async tableOf({ schema, name }: TableName, field: string): Promise<Table> {
    const { managePublication, publication } = this.settings
    const wanted = { schema, name }
    let table = await this.tables.get(wanted)
    if (table && table.problem !== null && table.isPublishable && managePublication) {
      await publishTable(this.sql, publication, table)
      table = await this.tables.readAnew(wanted)
    }
    if (!table) {
      throw new InvalidRequest(
        field,
        `Table "${schema}"."${name}" does not exist. If the table name contains capitals or special characters you must quote it.`,
      )
    }
    if (table.problem !== null) throw new InvalidRequest(field, table.problem)
    return table
  }
}
