// The product on one machine: Postgres, migrations, demo, the built app and API on one port, worker, simulator.
// `--dev` serves the app by Vite with hot reload and restarts the server and worker on change.
import { demoLogins, demoPassword, seedDemo } from '../db/src/node/seed.ts'
import { isFree } from './ports.ts'
import { openDatabase } from './open-database.ts'
import { openDataFolder } from './data-folder.ts'
import { buildDataDir, buildWeb } from './build-web.ts'
import { loadSecrets } from './secrets.ts'
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
  console.error(error instanceof Error ? error.message : error)
  await stop(1)
}

async function start() {
  for (const [name, wanted] of [
    ['PORT', dev ? devPort : port],
    ['SIMULATOR_PORT', simulatorPort],
  ] as const) {
    if (!(await isFree(Number(wanted)))) throw new Error(`Port ${wanted} is in use: choose another with ${name}=…`)
  }
  openDataFolder({ postgresInside: process.env['DATABASE_URL'] === undefined })
  const secrets = await loadSecrets()
  const databases = await openDatabase(processes)
  const seeded = await seedDemo(databases.app)
  if (dev) buildDataDir()
  else await buildWeb()

  const onExit = (name: string, code: number | null) => {
    if (stopping) return
    console.error(`${name} ended (${code}); stopping.`)
    void stop(1)
  }
  const run = (name: string, file: string, ready: string, env: Record<string, string>, watch = dev) =>
    processes.start({ name, file: fromRoot(file), ready, env, watch, onExit })
  const shared = {
    DATABASE_URL: databases.app,
    MEDIA_DIR: `${dataFolder}/media`,
    ...secrets,
    VAPID_SUBJECT: process.env['VAPID_SUBJECT'] ?? 'mailto:suporte@balcao.example',
  }
  const simulated = process.env['WHATSAPP_URL'] === undefined && process.env['SIMULATOR'] !== '0'
  if (simulated) {
    await run(
      'simulator',
      'whatsapp-worker/simulator/main.ts',
      'listening',
      {
        SIMULATOR_PORT: simulatorPort,
        SIMULATOR_STATE: `${dataFolder}/simulator.json`,
      },
      false,
    )
  }
  await Promise.all([
    run('sync-server', 'sync-server/src/main.ts', 'listening', {
      ...shared,
      SHAPES_DATABASE_URL: databases.shapes,
      SHAPES_DIR: `${dataFolder}/shapes`,
      UPLOADS_DIR: `${dataFolder}/uploads`,
      PORT: port,
      ...(dev ? {} : { WEB_ROOT: fromRoot('web/dist') }),
      ...(simulated && { SIMULATOR_URL: simulatorUrl }),
    }),
    run('worker', 'whatsapp-worker/src/main.ts', 'worker ready', {
      ...shared,
      ...(simulated && { WHATSAPP_URL: `ws://127.0.0.1:${simulatorPort}/ws/chat` }),
    }),
  ])
  if (dev) await processes.startVite({ port: devPort, apiPort: port, onExit })
  announce(seeded, simulated)
}

function announce(seeded: boolean, simulated: boolean) {
  const lines = [
    '',
    `  Balcão         http://127.0.0.1:${dev ? devPort : port}`,
    ...(simulated ? [`  Celulares      ${simulatorUrl}   (o WhatsApp de faz de conta: você é o cliente)`] : []),
    '',
    `  Entrar com a senha ${demoPassword}${seeded ? ' (demonstração criada agora)' : ''}:`,
    ...demoLogins.map(({ who, email }) => `    ${email.padEnd(26)} ${who}`),
    '',
    '  Ctrl-C encerra.',
    '',
  ]
  console.log(lines.join('\n'))
}
