// What the fuzzer runs against: the server on a socket with its shape engine and its database, a company that attacks, and one that is watched.
import { serve } from '@hono/node-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { parseEnv } from '../src/env.ts'
import { serverOptions } from '../src/limits/connections.ts'
import { createShapeUpstream } from '../src/gatekeeper/shape-upstream.ts'
import { changedIn, companyRowsReader } from '../src/tenants/company-rows.ts'
import { markSecrets, type Secrets } from '../src/tenants/secrets.ts'
import { namesIn, tenant, type Tenant } from '../src/tenants/tenant.ts'
import { startTestApi, type TestApi } from '../src/test-api.ts'

export interface World {
  api: TestApi
  port: number
  ours: Tenant
  theirs: Tenant
  secrets: Secrets
  /** What errors the server logged, oldest first; emptied by whoever reads them. */
  errors: string[]
  /** Since it began, or since it was asked last. @throws Error naming the tables */
  assertUntouched(): Promise<void>
  /** Another company attacks from now on: what the last one did to itself is over. @throws Error as `assertUntouched` */
  renew(): Promise<void>
  stop(): Promise<void>
}

/** Nobody waits for news here. */
const longPollMs = '100'

export async function startWorld(): Promise<World> {
  const errors: string[] = []
  const logger = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) })
  const env = { VAPID_PUBLIC_KEY: 'v'.repeat(87), TRUST_PROXY: '1', MAX_UPLOAD_MB: '20' }
  const api = await startTestApi(env, undefined, logger)
  const engine = await createShapeUpstream(
    parseEnv({
      DATABASE_URL: api.databaseUrl,
      SHAPES_DATABASE_URL: api.shapesUrl,
      JWT_SECRET: 'x'.repeat(32),
      SHAPES_DIR: join(api.folder, 'shapes'),
      LONG_POLL_MS: longPollMs,
    }),
    logger,
  )
  api.upstream = (request) => engine.fetch(request)
  api.changes = (queries, options) => engine.changes(queries, options)
  const server = serve({ fetch: api.handle, port: 0, hostname: '127.0.0.1', serverOptions })
  if (!server.listening) await once(server, 'listening')
  const theirs = await tenant(api)
  const { ids, word } = await markSecrets(api.db, theirs)
  // What is sent of theirs may be kept as a text of ours, and then comes back.
  const secrets = { word, ids: ids.difference(new Set(Object.values(namesIn(theirs)))) }
  const ours = await tenant(api)
  const rowsOf = await companyRowsReader(api.db, api.folder)
  let rows = await rowsOf(theirs.company.id)
  const world: World = {
    api,
    port: (server.address() as AddressInfo).port,
    ours,
    theirs,
    secrets,
    errors,
    async assertUntouched() {
      const before = rows
      rows = await rowsOf(theirs.company.id)
      const changed = changedIn(before, rows)
      if (changed.length > 0) throw new Error(`rows of another company changed: ${changed.join(', ')}`)
    },
    async renew() {
      await world.assertUntouched()
      world.ours = await tenant(api)
      // A new company brings a video for everybody.
      rows = await rowsOf(theirs.company.id)
    },
    async stop() {
      await engine.stop()
      server.close()
      await api.stop()
    },
  }
  return world
}
