// The product on one machine: Postgres, migrations, demo, the built app and API on one port, worker, simulator.
// `--dev` serves the app by Vite with hot reload and restarts the server and worker on change.
import { makeDemoMonth } from '../db/src/node/demo-month/demo-month.ts'
import { demoLogins, demoPassword, isDemoUnlinked, seedDemo } from '../db/src/node/seed.ts'
import { createCable, followOrder, type Cable } from './cable.ts'
import { linkDemo } from './link-demo.ts'
import { isFree, portIn } from './ports.ts'
import { openDatabase } from './installation/open-database.ts'
import { openDataFolder } from './installation/data-folder.ts'
import { buildDataDir, buildWeb } from './build-web.ts'
import { buildDocs } from './build-docs.ts'
import { loadSecrets } from './installation/secrets.ts'
import { problemOf } from './told-problem.ts'
import { createProcesses } from './processes.ts'
import { dataFolder, fromRoot } from './paths.ts'

const dev = process.argv.includes('--dev')
const port = process.env['PORT'] ?? '8787'
const simulatorPort = process.env['SIMULATOR_PORT'] ?? '8790'
const devPort = '5173'
const simulatorUrl = `http://127.0.0.1:${simulatorPort}`

const processes = createProcesses()
let stopping = false
const stop = async (code: number) => {
  if (stopping) return
  stopping = true
  await processes.stopAll()
  process.exit(code)
}
process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))

try {
  await start()
} catch (error) {
  console.error(problemOf(error))
  await stop(1)
}

async function start() {
  await refuseTakenPorts()
  openDataFolder({ postgresInside: process.env['DATABASE_URL'] === undefined })
  const secrets = await loadSecrets()
  const databases = await openDatabase(processes)
  const simulated = process.env['WHATSAPP_URL'] === undefined && process.env['SIMULATOR'] !== '0'
  // With a database of somebody's own it is an installation, whose people nobody plays.
  const isDemo = simulated && process.env['DATABASE_URL'] === undefined && process.env['HOST'] === undefined
  const seeded = await seedDemo(databases.app)
  await Promise.all([dev ? buildDataDir() : buildWeb(), seeded && isDemo && makeDemoMonth(databases.app)])

  const onExit = (name: string, code: number | null) => {
    if (stopping) return
    console.error(`${name} ended (${code}); stopping.`)
    void stop(1)
  }
  let cable: Cable | undefined
  const run = (name: string, file: string, ready: string, env: Record<string, string>, watch = dev) =>
    processes.start({
      name,
      file: fromRoot(file),
      ready,
      env,
      watch,
      onExit,
      onMessage: (told) => cable && followOrder(cable, told),
    })
  const shared = { DATABASE_URL: databases.app, ...secrets, ...sharedSettings(isDemo) }
  // Vite's own port can't be pulled.
  const hasCable = isDemo && !dev
  if (simulated) await run('simulator', 'whatsapp-worker/simulator/main.ts', 'listening', simulatorEnv(hasCable), false)
  const [listening] = await Promise.all([
    run('sync-server', 'sync-server/src/main.ts', 'listening', {
      ...shared,
      SHAPES_DATABASE_URL: databases.shapes,
      SHAPES_DIR: `${dataFolder}/shapes`,
      UPLOADS_DIR: `${dataFolder}/uploads`,
      PORT: hasCable ? '0' : port,
      ...(dev ? {} : { WEB_ROOT: fromRoot('web/dist'), DOCS_ROOT: fromRoot('docs/.vitepress/dist') }),
      ...(simulated && { SIMULATOR_URL: simulatorUrl }),
      ...(isDemo && { DEMO: '1' }),
    }),
    run('worker', 'whatsapp-worker/src/main.ts', 'worker ready', {
      ...shared,
      ...(simulated && { WHATSAPP_URL: `ws://127.0.0.1:${simulatorPort}/ws/chat` }),
    }),
  ])
  if (hasCable) cable = await createCable(portIn(listening), Number(port))
  if (dev) await processes.startVite({ port: devPort, apiPort: port, onExit })
  if (isDemo && (await isDemoUnlinked(databases.app))) await link()
  announce({ seeded, simulated, isDemo })
  // Nobody waits for it: /docs is there once it is built.
  if (!dev) await buildDocs().catch((error: unknown) => console.error(problemOf(error)))
}

async function refuseTakenPorts() {
  for (const [name, wanted] of [
    ['PORT', dev ? devPort : port],
    ['SIMULATOR_PORT', simulatorPort],
  ] as const) {
    if (!(await isFree(Number(wanted)))) throw new Error(`Port ${wanted} is in use: choose another with ${name}=…`)
  }
}

function simulatorEnv(hasCable: boolean) {
  return {
    SIMULATOR_PORT: simulatorPort,
    SIMULATOR_STATE: `${dataFolder}/simulator.json`,
    ...(hasCable && { SIMULATOR_CABLE: '1' }),
  }
}

/** What server and worker are told alike. */
function sharedSettings(isDemo: boolean) {
  return {
    MEDIA_DIR: `${dataFolder}/media`,
    VAPID_SUBJECT: process.env['VAPID_SUBJECT'] ?? 'mailto:suporte@balcao.example',
    ...(isDemo && { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' }),
  }
}

/** The demo is worth seeing without it, too. */
async function link() {
  const where = { app: `http://127.0.0.1:${port}`, simulator: simulatorUrl }
  await linkDemo(where).catch((error: unknown) => console.error(`The demo’s number is not linked: ${problemOf(error)}`))
}

function announce({ seeded, simulated, isDemo }: { seeded: boolean; simulated: boolean; isDemo: boolean }) {
  const logins = seeded && !isDemo ? demoLogins.map(({ email, company }) => `    ${email.padEnd(26)} ${company}`) : []
  const lines = [
    '',
    `  Balcão está em  http://127.0.0.1:${dev ? devPort : port}`,
    '',
    ...(simulated ? [`  Os celulares dos clientes: ${simulatorUrl}`] : []),
    ...(logins.length > 0 ? [`  Demonstração, com a senha ${demoPassword}:`, ...logins] : []),
    '  Ctrl-C encerra.',
    '',
  ]
  console.log(lines.join('\n'))
}
