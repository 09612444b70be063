// The whole product on this machine: a seeded database, simulator, worker, sync-server with the built app, each a real process. It is
// started once for many tests; each finds it as if it were new (`renew`): a world of its own, with companies that nobody knows yet.
import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from 'db/node/postgres/embedded-postgres.ts'
import { testDatabase } from 'db/node/testing/test-database.ts'
import { startTestPushService, type TestPushService } from 'db/node/testing/test-push-service.ts'
import postgres from 'postgres'
import { fromRoot } from '../../scripts/paths.ts'
import { portIn } from '../../scripts/ports.ts'
import { createProcesses } from '../../scripts/processes.ts'
import { createCable, followOrder, type Cable } from '../../scripts/cable.ts'
import { linesThatTell } from './logs.ts'
import { emptyWorld, seedWorld } from './world.ts'

/** Of its sync-server: what it signs with. */
export const productSecret = 'e'.repeat(32)

export interface Product {
  /** Address of the app, through the cable. */
  url: string
  /** Port of the sync-server itself, past the cable. */
  port: number
  cable: Cable
  /** The page of the simulated phones, and the start of its admin API. */
  simulatorUrl: string
  /** Where the worker sends notifications; Chromium's own push service is not there in tests. */
  pushService: TestPushService
  sql: postgres.Sql
  /** Folder of the built app. */
  webRoot: string
  /** Gone when it stops. */
  folder: string
  /** What the logs should not have told since the last `renew`. */
  telling(): Promise<string[]>
  /** Another world, with nothing of the one before. Nobody may be at work in that. */
  renew(): Promise<void>
  stop(): Promise<void>
}

interface ProductOptions {
  /** The app is served from a copy, `webRoot`, which may be changed. */
  ownBuild?: boolean
  /** As `npm start` has it: people to be played, and a cable that the simulator's page can pull. */
  demo?: boolean
  /** More of the environment of server and worker. */
  settings?: Record<string, string>
}

export async function startProduct({
  ownBuild = false,
  demo = false,
  settings = {},
}: ProductOptions = {}): Promise<Product> {
  const database = await testDatabase()
  const sql = postgres(database.ownerUrl, { max: 2, onnotice: () => {} })
  const folder = await mkdtemp(join(tmpdir(), 'balcao-product-'))
  const simulatorPort = await freePort()
  const webRoot = ownBuild ? join(folder, 'web') : fromRoot('web/dist')
  if (ownBuild) await cp(fromRoot('web/dist'), webRoot, { recursive: true })
  const pushService = await startTestPushService()
  const { vapid } = pushService
  const simulatorUrl = `http://127.0.0.1:${simulatorPort}`
  const shared = {
    DATABASE_URL: database.url,
    SESSION_KEYS_SECRET: randomBytes(32).toString('base64'),
    MEDIA_DIR: join(folder, 'media'),
    LOG_LEVEL: 'trace',
    VAPID_PUBLIC_KEY: vapid.publicKey,
    VAPID_PRIVATE_KEY: vapid.privateKey,
    VAPID_SUBJECT: vapid.subject,
    PUSH_ALLOW_LOOPBACK: '1',
    // Refused beside a public address.
    ...(!settings['PUBLIC_URL'] && { OUTGOING_ALLOW_LOOPBACK: '1' }),
    ...settings,
  }
  const processes = createProcesses()
  const lines: string[] = []
  const startProcess = (name: string, file: string, ready: string, env: Record<string, string>) => {
    const onLine = (line: string) => {
      lines.push(line)
      if (!/^\{"level":[123]0/.test(line)) console.log(`${name}: ${line}`)
    }
    return processes.start({ name, file: fromRoot(file), ready, env, watch: false, onExit: () => {}, onLine })
  }
  const cables: Cable[] = []
  const onMessage = (told: unknown) => cables.forEach((each) => followOrder(each, told))
  let simulator = await startSimulator(simulatorPort, demo ? onMessage : undefined)

  const listening = await startProcess('sync-server', 'sync-server/src/main.ts', 'listening', {
    ...shared,
    SHAPES_DATABASE_URL: database.shapesUrl,
    // One that nobody has: found free and taken later, it may be somebody else's by then.
    PORT: '0',
    JWT_SECRET: productSecret,
    SHAPES_DIR: join(folder, 'shapes'),
    UPLOADS_DIR: join(folder, 'uploads'),
    WEB_ROOT: webRoot,
    SIMULATOR_URL: simulatorUrl,
    ...(demo && { DEMO: '1' }),
  })
  const port = portIn(listening)
  const cable = await createCable(port)
  cables.push(cable)
  await startProcess('worker', 'whatsapp-worker/src/main.ts', 'worker ready', {
    ...shared,
    WHATSAPP_URL: `ws://127.0.0.1:${simulatorPort}/ws/chat`,
  })

  return {
    url: `http://127.0.0.1:${cable.port}`,
    port,
    cable,
    simulatorUrl,
    pushService,
    sql,
    webRoot,
    folder,
    telling: () => linesThatTell(sql, lines),
    async renew() {
      await simulator.stopAll()
      await emptyWorld(database.superuserUrl)
      await seedWorld(database.url)
      simulator = await startSimulator(simulatorPort, demo ? onMessage : undefined)
      cable.plug()
      lines.length = 0
    },
    async stop() {
      await processes.stopAll()
      await simulator.stopAll()
      await cable.close()
      await pushService.stop()
      await sql.end()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** With no phones but its own. */
async function startSimulator(port: number, onMessage?: (told: unknown) => void) {
  const simulator = createProcesses()
  const folder = await mkdtemp(join(tmpdir(), 'balcao-simulator-'))
  await simulator.start({
    name: 'simulator',
    file: fromRoot('whatsapp-worker/simulator/main.ts'),
    ready: 'listening',
    env: {
      SIMULATOR_PORT: String(port),
      SIMULATOR_STATE: join(folder, 'simulator.json'),
      ...(onMessage && { SIMULATOR_CABLE: '1' }),
    },
    watch: false,
    ...(onMessage && { onMessage }),
    onExit: () => {},
    onLine: (line) => console.log(`simulator: ${line}`),
  })
  return {
    async stopAll() {
      await simulator.stopAll()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
