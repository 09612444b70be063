// What every figure starts with: a database of its own on a throw-away Postgres, an engine with an empty folder, its clients.
import { createDatabase, startEmbeddedPostgres, type EmbeddedServer } from 'db/node/postgres/embedded-postgres.ts'
import postgres from 'postgres'
import { removeFolder, temporaryFolder } from './child.ts'
import { startEngine, type EngineProcess } from './engine-process.ts'
import { WaiterProcess } from './waiter-process.ts'

const publication = 'bench'

export interface Setup {
  sql: postgres.Sql
  url: string
  engine: EngineProcess
  clients: WaiterProcess
  /** The same engine once more, on what it had; the clients are new too. */
  restart(): Promise<void>
  dir: string
}

interface SetupOptions {
  /** Tables with REPLICA IDENTITY FULL and their rows. */
  ddl: string
  tables: string[]
  env?: Record<string, string>
  collectable?: boolean
}

export class World {
  private readonly server: EmbeddedServer
  private readonly folder: string
  private readonly share: number
  private databases = 0

  private constructor(server: EmbeddedServer, folder: string, share: number) {
    this.server = server
    this.folder = folder
    this.share = share
  }

  /** `share` of all rows, shapes and clients. */
  static async start(share: number): Promise<World> {
    const folder = await temporaryFolder('postgres')
    const server = await startEmbeddedPostgres(folder, ['fsync=off', 'max_connections=300', 'max_wal_size=8GB'])
    return new World(server, folder, share)
  }

  async stop() {
    await this.server.stop()
    await removeFolder(this.folder)
  }

  scaled(count: number): number {
    return Math.max(1, Math.round(count * this.share))
  }

  /** Everything is gone after `use`, however it ends. */
  async setUp<T>({ ddl, tables, env = {}, collectable = false }: SetupOptions, use: (setup: Setup) => Promise<T>) {
    const name = `bench_${this.databases++}`
    await createDatabase(this.server, name)
    const url = this.server.url(name)
    const sql = postgres(url, { max: 10, onnotice: () => {} })
    const dir = await temporaryFolder('shapes')
    const settings = {
      collectable,
      env: {
        DATABASE_URL: url,
        SHAPES_DIR: dir,
        SLOT: name,
        PUBLICATION: publication,
        MAX_SHAPES: '50000',
        ...env,
      },
    }
    const running: { engine?: EngineProcess; clients?: WaiterProcess } = {}
    const stop = async () => {
      await running.clients?.stop()
      await running.engine?.stop()
    }
    const start = async () => {
      const engine = (running.engine = await startEngine(settings))
      const clients = (running.clients = new WaiterProcess(engine.port))
      return { engine, clients }
    }
    try {
      await sql.unsafe(ddl)
      await prepare(sql, tables)
      const setup: Setup = {
        sql,
        url,
        dir,
        ...(await start()),
        async restart() {
          await stop()
          Object.assign(setup, await start())
        },
      }
      return await use(setup)
    } finally {
      await stop()
      await this.drop(name, sql)
      await removeFolder(dir)
    }
  }

  /** A slot that nobody reads would keep all that later figures write. */
  private async drop(name: string, sql: postgres.Sql) {
    await sql.end({ timeout: 5 })
    const admin = postgres(this.server.url('postgres'), { max: 1, onnotice: () => {} })
    try {
      await admin`select pg_terminate_backend(active_pid) from pg_replication_slots where slot_name = ${name} and active`
      await admin`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${name} and not active`
      await admin`drop database ${admin(name)} with (force)`
    } finally {
      await admin.end({ timeout: 5 })
    }
  }
}

async function prepare(sql: postgres.Sql, tables: string[]) {
  for (const table of tables) {
    await sql`alter table ${sql(table)} replica identity full`
    await sql`vacuum analyze ${sql(table)}`
  }
  await sql`create publication ${sql(publication)} for table ${sql(tables)}`
  await sql`checkpoint`
}
