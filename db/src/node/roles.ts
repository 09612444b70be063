// Whose rights are used for what (db/roles/*.sql has them): migrations own the tables, server and worker own nothing, the embedded shape
// engine reads the change stream. Invariant: a role's password follows from the superuser's, and tells nothing of it.
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import postgres from 'postgres'

export interface DatabaseUrls {
  /** Migrations; owns database and tables. */
  owner: string
  /** Server and worker, every day. */
  app: string
  /** The embedded shape engine: replication, and reading of what is published. */
  shapes: string
}

const names = { owner: 'balcao', app: 'balcao_app', shapes: 'balcao_shapes' } as const

/** The same database as each role sees it. */
export function urlsOf(superuserUrl: string): DatabaseUrls {
  const as = (role: keyof typeof names) => {
    const url = new URL(superuserUrl)
    url.username = names[role]
    url.password = passwordOf(superuserUrl, role)
    return url.href
  }
  return { owner: as('owner'), app: as('app'), shapes: as('shapes') }
}

const passwordOf = (superuserUrl: string, role: keyof typeof names) =>
  createHmac('sha256', decodeURIComponent(new URL(superuserUrl).password))
    .update(names[role])
    .digest('hex')

/** Makes the roles of this server, or gives them the rights and passwords that they should have. */
export async function prepareRoles(superuserUrl: string): Promise<void> {
  const passwords = (Object.keys(names) as (keyof typeof names)[]).map(
    (role) => `alter role ${names[role]} password '${passwordOf(superuserUrl, role)}';`,
  )
  await runAs(superuserUrl, [await roleFile('cluster'), ...passwords].join('\n'))
}

/** Nobody of ours gets into the databases that come with a server which is ours alone. */
export async function closeOtherDatabases(superuserUrl: string): Promise<void> {
  await runAs(superuserUrl, await roleFile('whole-cluster'))
}

/** Gives the database of this URL to its owner, and closes what tells of others' data. After `prepareRoles`. */
export async function prepareDatabase(superuserUrl: string): Promise<void> {
  await runAs(superuserUrl, await roleFile('database'))
}

export const roleFile = (name: 'cluster' | 'whole-cluster' | 'database' | 'grants') =>
  readFile(new URL(`../../roles/${name}.sql`, import.meta.url), 'utf8')

export async function isSuperuser(url: string): Promise<boolean> {
  const [role] = await runAs(url, 'select rolsuper as super from pg_roles where rolname = current_user')
  return role?.['super'] === true
}

/** In one transaction. */
async function runAs(url: string, text: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

/** @throws Error when the role of this connection could do more than read and write rows. */
export async function refusePowerfulRole(sql: postgres.Sql): Promise<void> {
  const [role] = await sql<{ name: string; powerful: boolean; owner: boolean }[]>`
    select rolname as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as powerful,
      exists (select from pg_class where relnamespace = 'public'::regnamespace and pg_has_role(rolname, relowner, 'member')) as owner
    from pg_roles where rolname = current_user`
  if (!role || role.powerful || role.owner) {
    throw new Error(`DATABASE_URL has to name the everyday role ${names.app}, which owns nothing: ${role?.name} does`)
  }
}
