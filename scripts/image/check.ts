// `pnpm image:check`: the image is built from nothing that is not in the repository, Debian or npm's registry, and runs as compose.yaml runs it: migrations,
// server and worker from its read-only file system, with the engine inside and with `pnpm shapes` as ELECTRIC_URL. Part of `test:long`.
import { randomBytes } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { killChildren, startChild } from '../../db/src/node/child.ts'
import { fixedPorts } from '../../db/src/node/fixed-ports.ts'
import { createDatabase, startEmbeddedPostgres } from '../../db/src/node/postgres/embedded-postgres.ts'
import { prepareDatabase, prepareRoles, urlsOf, type DatabaseUrls } from '../../db/src/node/roles.ts'
import { newVapidKeys } from '../../db/src/node/vapid-keys.ts'
import { fromRoot } from '../paths.ts'
import { endWith } from '../told-problem.ts'
import { buildImage, type Image } from './build.ts'
import { startInside } from './inside.ts'
import { findOrInstallCaddy, findOrInstallTools } from './tools.ts'

const person = { name: 'Íris', email: 'iris@padaria.example', password: 'farinha e fermento' }

await endWith(async () => {
  checkCaddyfile()
  const tools = findOrInstallTools()
  if ('missing' in tools) {
    console.log(`SKIPPED image: ${tools.missing}`)
    return
  }
  // On a disk: the temporary folder may be memory.
  mkdirSync(fromRoot('node_modules/.cache'), { recursive: true })
  const folder = mkdtempSync(fromRoot('node_modules/.cache/image-'))
  // Postgres runs as another user.
  chmodSync(folder, 0o755)
  try {
    const image = buildImage(folder, tools.mirror)
    try {
      await checkProcesses(image, folder)
    } finally {
      image.close()
    }
    console.log('image: built; migrations, server and worker run from it')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function checkCaddyfile() {
  const caddy = findOrInstallCaddy()
  if (!caddy) {
    console.log('SKIPPED Caddyfile: there is no caddy here, and it could not be installed')
    return
  }
  const args = ['validate', '--adapter', 'caddyfile', '--config', fromRoot('deploy/Caddyfile')]
  const { status, stderr } = spawnSync(caddy, args, {
    encoding: 'utf8',
    env: { ...process.env, BALCAO_DOMAIN: 'localhost' },
  })
  if (status !== 0) throw new Error(`deploy/Caddyfile\n${stderr}`)
}

/** As compose.yaml says it. */
function commandOf(service: string): string[] {
  const [, text = ''] =
    new RegExp(`^  ${service}:\\n    <<: \\*app\\n    command: \\[(.+)\\]$`, 'm').exec(
      readFileSync(fromRoot('compose.yaml'), 'utf8'),
    ) ?? []
  return text.split(', ')
}

async function checkProcesses(image: Image, folder: string) {
  await checkUser(image)
  const server = await startEmbeddedPostgres(join(folder, 'postgres'))
  try {
    await createDatabase(server, 'balcao')
    const superuser = server.url('balcao')
    await prepareRoles(superuser)
    await prepareDatabase(superuser)
    const urls = urlsOf(superuser)
    for (const said of ['applied 0001', 'nothing to migrate'])
      await endsWell(image, commandOf('migrate'), { DATABASE_URL: urls.owner }, said)

    const [bucketPort = 0, enginePort = 0] = await fixedPorts(2)
    const bucket = join(folder, 'bucket')
    mkdirSync(bucket)
    await startBeside('db/src/node/testing/bucket-process.ts', [bucket, String(bucketPort)], {}, 'bucket listening')
    const shared = settings(bucketPort)
    await checkDesk(image, { folder, urls, env: { ...shared, SHAPES_DATABASE_URL: urls.shapes }, isNew: true })

    const secret = randomBytes(32).toString('hex')
    const engine = {
      DATABASE_URL: urls.shapes,
      PORT: String(enginePort),
      SHAPES_DIR: join(folder, 'engine'),
      PUBLICATION: 'balcao',
      MANAGE_PUBLICATION: '0',
      SLOT: 'image_check',
      SECRET: secret,
      LOG_LEVEL: 'warn',
    }
    await startBeside('sync-server/shapes/src/main.ts', [], engine, 'shapes active')
    const electric = { ELECTRIC_URL: `http://127.0.0.1:${enginePort}`, ELECTRIC_SECRET: secret }
    await checkDesk(image, { folder, urls, env: { ...shared, ...electric }, isNew: false })
    const doctor = startInside(image, ['node', 'db/src/node/doctor/main.ts'], { ...shared, DATABASE_URL: urls.app })
    await doctor.line('✓ Tabelas')
    await doctor.ended
    await endsWell(
      image,
      ['node', 'whatsapp-worker/src/keys/main.ts'],
      { ...shared, DATABASE_URL: urls.app },
      'everything',
    )
  } finally {
    killChildren()
    await server.stop()
  }
}

/** A process of the repository's, until it says that it is ready. */
async function startBeside(file: string, args: readonly string[], env: Record<string, string>, ready: string) {
  const child = startChild(fromRoot(file), args, env)
  await new Promise<void>((resolve, reject) => {
    child.onLine((line) => line.includes(ready) && resolve())
    child.onEnd((how) => reject(new Error(`${file} ended (${how}):\n${child.tail()}`)))
  })
}

/** As compose.yaml gives them, with values of this run. */
function settings(bucketPort: number): Record<string, string> {
  const { publicKey, privateKey } = newVapidKeys()
  return {
    HOST: '127.0.0.1',
    WEB_ROOT: '/app/web/dist',
    DOCS_ROOT: '/app/docs/.vitepress/dist',
    JWT_SECRET: randomBytes(32).toString('hex'),
    SESSION_KEYS_SECRET: randomBytes(32).toString('hex'),
    SESSION_KEYS_FORMER: '',
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: 'mailto:suporte@balcao.example',
    OTEL_EXPORTER_OTLP_ENDPOINT: '',
    S3_ENDPOINT: `http://127.0.0.1:${bucketPort}`,
    S3_BUCKET: 'balcao',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    UPLOADS_DIR: '/app/.data/uploads',
  }
}

/** Nobody who could change it, and what Node compiled of it is there and taken. */
async function checkUser(image: Image) {
  const who = startInside(image, ['sh', '-c', 'id -un; touch written || echo kept'])
  await who.ended
  if (!/^node\n(.*\n)*kept$/.test(who.printed())) throw new Error(`whoever runs it can change it:\n${who.printed()}`)
  const code = "await import('/app/sync-server/src/app.ts')"
  const compiled = startInside(image, ['node', '--input-type=module', '--eval', code], {
    NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
  })
  await compiled.ended
  if (!/\/app\/sync-server\/src\/app\.ts was accepted/.test(compiled.printed()))
    throw new Error('what was compiled when the image was built is not taken')
}

async function endsWell(image: Image, command: string[], env: Record<string, string>, said: string) {
  const run = startInside(image, command, env)
  const code = await run.ended
  if (code !== 0 || !run.printed().includes(said))
    throw new Error(`${command.join(' ')} ended with ${code}, not with 0 and "${said}":\n${run.printed()}`)
}

interface Desk {
  folder: string
  urls: DatabaseUrls
  env: Record<string, string>
  /** No company is there yet. */
  isNew: boolean
}

/** Server and worker start, a person finds the app, the documentation and the rows, and both end when they are told to. */
async function checkDesk(image: Image, { folder, urls, env, isNew }: Desk) {
  const data = mkdtempSync(join(folder, 'data-'))
  mkdirSync(join(data, 'uploads'))
  for (const path of [data, join(data, 'uploads')]) chownSync(path, 1000, 1000)
  const [port = 0] = await fixedPorts(1)
  const all = { ...env, DATABASE_URL: urls.app, PORT: String(port) }
  const server = startInside(image, commandOf('sync-server'), all, { '/app/.data': data })
  const worker = startInside(image, commandOf('worker'), all)
  await server.line('sync-server listening')
  await worker.line('worker ready')
  const address = `http://127.0.0.1:${port}`
  const post = (path: string, body: object, headers = {}) =>
    asked(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: address, ...headers },
      body: JSON.stringify(body),
    })
  for (const path of ['/setup', '/']) await shows(`${address}${path}`, /<title>Balcão<\/title>/)
  await shows(`${address}/docs`, /<title>.*Balcão.*<\/title>/)
  await shows(`${address}/api/health`, /"status":"ok"/)
  if (isNew) {
    const code = (await server.line('no company yet')).split(' ').at(-1) ?? ''
    await post('/api/setup', { code, company: 'Padaria', ...person })
  }
  const login = await post('/api/auth/login', { email: person.email, password: person.password })
  const { token } = (await login.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  await shows(`${address}/api/shapes/users?offset=-1`, new RegExp(person.email), headers)
  for (const [name, running] of Object.entries({ server, worker })) {
    const code = await running.stop()
    if (code !== 0) throw new Error(`${name} ended with ${code}:\n${running.printed()}`)
  }
}

async function asked(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${response.status} ${await response.text()}`)
  return response
}

async function shows(url: string, wanted: RegExp, headers: Record<string, string> = {}) {
  const text = await (await asked(url, { headers })).text()
  if (!wanted.test(text)) throw new Error(`${new URL(url).pathname} does not show ${wanted}:\n${text.slice(0, 2000)}`)
}
