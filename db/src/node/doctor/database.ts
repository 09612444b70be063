// What the database tells of an installation.
import postgres from 'postgres'
import { headOf } from '../keys/cipher.ts'
import { ringFrom } from '../keys/settings.ts'
import { migrationFiles } from '../migrate.ts'
import { error, ok, size, warning, type Finding } from './finding.ts'
import {
  judgeBackup,
  judgeClock,
  judgeConnections,
  judgeFuture,
  judgeQueues,
  judgeSlot,
  type Connection,
  type Queue,
  type Slot,
} from './rules.ts'
import { findRewritten, tellRewritten } from './rewritten-numbers.ts'
import type { Settings } from './settings.ts'

type Sql = postgres.Sql

const wantedVersion = 18

export async function checkDatabase(url: string, env: Settings): Promise<Finding[]> {
  if (!URL.canParse(url))
    return [
      error(
        'DATABASE_URL não é um endereço',
        'postgresql://papel:senha@máquina/banco; o que é especial na senha vai como %XX',
      ),
    ]
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    await sql`select 1`
  } catch (failure) {
    return [unreachable(failure)]
  }
  try {
    const basic = await checkServer(sql)
    const tables = await checkMigrations(sql)
    if (tables.some(({ level }) => level === 'error')) return [...basic, ...tables]
    const checks = [checkBackup, checkSlots, checkClock, checkQueues, checkConnections, checkPushes, checkNumbers]
    const found: Finding[] = []
    for (const check of checks) found.push(...(await check(sql)))
    return [...basic, ...tables, ...found, ...(await checkSealed(sql, env))]
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** By SQLSTATE and errno. */
const reasons: Record<string, [what: string, remedy: string]> = {
  ECONNREFUSED: ['ninguém atende neste endereço', 'inicie o Postgres (npm start, ou docker compose up -d postgres)'],
  ENOTFOUND: ['o nome da máquina não existe', 'confira a máquina em DATABASE_URL'],
  CONNECT_TIMEOUT: ['não responde', 'veja a rede e o firewall entre esta máquina e o Postgres'],
  '28P01': ['a senha é outra', 'confira DATABASE_URL; os papéis são refeitos por deploy/postgres-roles.sh'],
  '3D000': ['o banco não existe', 'confira o nome em DATABASE_URL; npm start o cria'],
  '53300': ['não há conexão livre', 'aumente max_connections, ou rode menos servidores e workers (25 conexões cada)'],
  '57P03': ['está iniciando ou se recuperando', 'espere; se não passar, veja os registros do Postgres'],
}

function unreachable(failure: unknown): Finding {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : ''
  const [what, remedy] = reasons[code] ?? [`recusa (${code || 'sem código'})`, 'veja os registros do Postgres']
  return error(`Banco de dados: ${what}`, remedy)
}

async function checkServer(sql: Sql): Promise<Finding[]> {
  const [row] = await sql<{ version: number; level: string; keep: string; bytes: string; encoding: string }[]>`
    select current_setting('server_version_num')::int / 10000 as version, current_setting('wal_level') as level,
      current_setting('max_slot_wal_keep_size') as keep, pg_database_size(current_database())::text as bytes,
      current_setting('server_encoding') as encoding`
  if (!row) return []
  const found: Finding[] = []
  if (row.version < wantedVersion)
    found.push(
      error(`Postgres ${row.version}`, `é preciso o ${wantedVersion} ou mais novo: pg_upgrade, ou cópia e restauração`),
    )
  if (row.level !== 'logical')
    found.push(error(`wal_level é ${row.level}`, "alter system set wal_level = 'logical'; e reinicie o Postgres"))
  if (row.encoding !== 'UTF8')
    found.push(error(`codificação ${row.encoding}`, 'crie o banco com encoding UTF8 e locale C'))
  if (row.keep === '-1')
    found.push(
      warning(
        'max_slot_wal_keep_size sem limite: um leitor que some enche o disco',
        "alter system set max_slot_wal_keep_size = '16GB'; select pg_reload_conf()",
      ),
    )
  return found.length > 0 ? found : [ok(`Banco de dados: Postgres ${row.version}, ${size(Number(row.bytes))}`)]
}

async function checkMigrations(sql: Sql): Promise<Finding[]> {
  const [there] = await sql`select to_regclass('public.schema_migrations') is not null as made`
  if (!there?.['made'])
    return [
      error(
        'O banco está vazio',
        'npm start (ou docker compose up migrate) cria as tabelas; pnpm restore traz uma cópia',
      ),
    ]
  const done = new Set((await sql<{ name: string }[]>`select name from schema_migrations`).map(({ name }) => name))
  const known = await migrationFiles()
  const missing = known.filter((name) => !done.has(name))
  const unknown = [...done].filter((name) => !known.includes(name))
  if (missing.length > 0)
    return [
      error(
        `Faltam ${missing.length} migrações, desde ${missing[0]}`,
        'npm start, ou docker compose up migrate, e reinicie servidor e worker',
      ),
    ]
  if (unknown.length > 0)
    return [
      error(
        `O banco é de uma versão mais nova (${unknown.at(-1)})`,
        'atualize este programa; voltar atrás só por uma cópia de antes',
      ),
    ]
  return [ok(`Tabelas: as ${done.size} migrações desta versão`)]
}

async function checkBackup(sql: Sql): Promise<Finding[]> {
  const [row] = await sql<{ age: number | null; installed: number | null }[]>`
    select extract(epoch from now() - backed_up_at)::float8 as age,
      (select extract(epoch from now() - min(created_at))::float8 from companies) as installed from installation`
  return row ? [judgeBackup(row.age, row.installed)] : []
}

async function checkSlots(sql: Sql): Promise<Finding[]> {
  const slots = await sql<Slot[]>`
    select slot_name::text as name, active, wal_status as status,
      coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::float8 as kept,
      slot_type = 'physical' as "isStandby"
    from pg_replication_slots where database = current_database() or slot_type = 'physical' order by 1`
  const unread = slots.every(({ isStandby }) => isStandby)
    ? [warning('Fluxo de mudanças: ninguém o lê ainda', 'inicie o servidor; sem ele nada novo chega aos aparelhos')]
    : []
  return [...unread, ...slots.map(judgeSlot)]
}

async function checkClock(sql: Sql): Promise<Finding[]> {
  const before = Date.now()
  const [row] = await sql<{ now: number; future: number }[]>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now,
      coalesce((select extract(epoch from max(created_at) - now())::float8 from messages), 0) as future`
  const after = Date.now()
  if (!row) return []
  return [judgeClock((before + after) / 2 - row.now, (after - before) / 2), judgeFuture(row.future)]
}

/** Those of connections together: a line for each of a thousand tells nobody anything. */
async function checkQueues(sql: Sql): Promise<Finding[]> {
  const queues = await sql<Queue[]>`
    select case when name like 'connection/%' then 'das conexões' else name end as name,
      (count(*) filter (where state in ('created', 'retry') and start_after <= now()))::int as due,
      coalesce(extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now())), 0)::float8 as oldest,
      (count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day'))::int as failed
    from pgboss.job where name not like '\\_\\_pgboss%' group by 1 order by 1`
  return judgeQueues(queues)
}

async function checkConnections(sql: Sql): Promise<Finding[]> {
  const connections = await sql<Connection[]>`
    select co.name as company, c.name, c.status, c.status_reason as reason,
      exists (select from connection_leases l where l.connection_id = c.id and l.expires_at > now()) as held
    from connections c join companies co on co.id = c.company_id
    where c.deleted_at is null and co.status and (c.status <> 'DISCONNECTED' or c.status_reason is not null) order by 1, 2`
  return judgeConnections(connections)
}

async function checkPushes(sql: Sql): Promise<Finding[]> {
  const [row] = await sql<{ devices: number; failing: number }[]>`
    select count(*)::int as devices, (count(*) filter (where last_error is not null))::int as failing from push_subscriptions`
  if (!row || row.failing === 0) return [ok(`Aparelhos notificados: ${row?.devices ?? 0}`)]
  return [
    warning(
      `Aparelhos que não puderam ser notificados na última vez: ${row.failing} de ${row.devices}`,
      'se forem muitos: confira a saída para a internet e VAPID_SUBJECT',
    ),
  ]
}

const checkNumbers = async (sql: Sql) => tellRewritten(await findRewritten({ sql }))

/** Whether what is stored opens with the keys that there are: by their names, which are told beside each value. */
async function checkSealed(sql: Sql, env: Settings): Promise<Finding[]> {
  let heads: string[]
  try {
    heads = ringFrom(env).all.map((named) => headOf({ current: named, all: [named] }).toString('hex'))
  } catch {
    return []
  }
  const [row] = await sql<{ strange: number }[]>`
    select ((select count(*) from session_keys where get_byte(value, 0) = 2 and encode(substring(value from 1 for 5), 'hex') <> all (${heads}::text[]))
      + (select count(*) from secrets where get_byte(sealed, 0) = 2 and encode(substring(sealed from 1 for 5), 'hex') <> all (${heads}::text[])))::int as strange`
  if (!row || row.strange === 0) return [ok('Segredos guardados: a chave é a deles')]
  return [
    error(
      `${row.strange} segredos guardados são de outra chave`,
      'ponha a chave antiga em SESSION_KEYS_FORMER e rode pnpm keys:rotate; sem ela, vincule as conexões de novo',
    ),
  ]
}
