// What compose.yaml must not lose. Read as text, since no YAML parser is a dependency: two spaces a level, one name a line.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const compose = read('compose.yaml')
const dockerfile = read('deploy/Dockerfile')

/** The lines below `name:`, which stands at `indent` spaces. */
function block(text: string, name: string, indent: number): string {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`${' '.repeat(indent)}${name}:`))
  if (start < 0) return ''
  const end = lines.findIndex((line, at) => at > start && line.search(/[^ ]/) >= 0 && line.search(/[^ ]/) <= indent)
  return lines.slice(start, end < 0 ? undefined : end).join('\n')
}

const services = block(compose, 'services', 0)
const names = [...services.matchAll(/^ {2}([a-z-]+):/gm)].map(([, name]) => name ?? '')
const service = (name: string) => block(services, name, 2)
const environment = (name: string) =>
  new Map(
    [...block(service(name), 'environment', 4).matchAll(/^ {6}([A-Z][A-Z0-9_]*): (.+)$/gm)].map(
      ([, key = '', value = '']) => [key, value] as const,
    ),
  )
const networksOf = (name: string) => /^ {4}networks: \[(.+)\]$/m.exec(service(name))?.[1]?.split(', ') ?? []

test('the services are all there', () => {
  expect(names).toEqual(['postgres', 'migrate', 'electric', 'sync-server', 'worker', 'proxy', 'storage'])
})

describe('images', () => {
  test('are pinned to one version; our own has to be named', () => {
    const images = [...compose.matchAll(/^ +image: (.+)$/gm)].map(([, image = '']) => image)
    expect(images).toHaveLength(5)
    for (const image of images) {
      expect(image).toMatch(/^[a-z/]+:(v?\d+\.\d+(\.\d+)?(-[a-z]+)?|\$\{BALCAO_VERSION:\?.+\})$/)
    }
    expect(dockerfile.match(/^FROM node:.+$/gm)).toEqual(['FROM node:26.10.0-trixie-slim AS base'])
  })

  test('Node and pnpm are those of development', () => {
    expect(read('pnpm-workspace.yaml')).toContain('nodeVersion: 26.10.0\n')
    const pnpm = /'(pnpm@[\d.]+)'/.exec(read('scripts/bootstrap.mjs'))?.[1]
    expect(new Set(dockerfile.match(/pnpm@[\d.]+/g))).toEqual(new Set([pnpm]))
  })

  test('ours does not run as root', () => {
    expect(dockerfile.split(/^FROM /m).at(-1)).toMatch(/^USER node$/m)
  })
})

describe('settings', () => {
  /** The keys of a schema that is a module's own. */
  const keysOf = (path: string) => [...read(path).matchAll(/^ +([A-Z][A-Z0-9_]*): /gm)].map(([, key]) => key)
  const ofBoth = ['db/src/node/media/media-store.ts', 'db/src/node/traces/settings.ts'].flatMap(keysOf)

  test.each([
    ['sync-server', [...keysOf('sync-server/src/env.ts'), ...ofBoth]],
    ['worker', ['whatsapp-worker/src/env.ts', 'db/src/node/keys/settings.ts'].flatMap(keysOf).concat(ofBoth)],
    ['migrate', ['DATABASE_URL']],
  ])('%s knows each of its names', (name, known) => {
    const given = [...environment(name).keys()]
    expect(given).toContain('DATABASE_URL')
    expect(given.filter((key) => !known.includes(key))).toEqual([])
  })

  test('the server listens for the proxy, believes it, and keeps cookies to HTTPS', () => {
    expect(Object.fromEntries(environment('sync-server'))).toMatchObject({
      HOST: '0.0.0.0',
      TRUST_PROXY: "'1'",
      SECURE_COOKIES: "'1'",
      ELECTRIC_URL: 'http://electric:3000',
    })
  })

  test('no secret stands in the file or has a default', () => {
    const values = names.flatMap((name) => [...environment(name)])
    const secrets = values.filter(([key]) => /SECRET|PASSWORD|KEY/.test(key))
    expect(secrets.length).toBeGreaterThan(10)
    // Only while keys are changed there is a former one.
    const given = /^\$\{(\w+:\?[^}]+|SESSION_KEYS_FORMER:-)\}$/
    for (const [key, value] of secrets) expect([key, value]).toEqual([key, expect.stringMatching(given)])
    for (const [key, value] of values.filter(([, text]) => text.includes('://') && text.includes('@'))) {
      expect([key, value]).toEqual([key, expect.stringMatching(/^postgresql:\/\/[a-z_]+:\$\{\w+_PASSWORD:\?[^}]+\}@/)])
    }
  })

  test('server and Electric share one secret', () => {
    const secret = environment('electric').get('ELECTRIC_SECRET')
    expect(secret).toContain('ELECTRIC_SECRET:?')
    expect(environment('sync-server').get('ELECTRIC_SECRET')).toBe(secret)
  })
})

describe('who reaches whom', () => {
  test('only the proxy has ports on the host', () => {
    expect(names.filter((name) => /^ {4}ports:/m.test(service(name)))).toEqual(['proxy'])
  })

  test('Electric meets the servers on one network and Postgres on another', () => {
    const neighbours = (network: string) => names.filter((name) => networksOf(name).includes(network))
    expect(networksOf('electric')).toEqual(['replication', 'shapes'])
    expect(neighbours('shapes')).toEqual(['electric', 'sync-server'])
    expect(neighbours('replication')).toEqual(['postgres', 'electric'])
    expect(compose).toMatch(/^ {2}shapes: \{ internal: true \}$/m)
    expect(compose).toMatch(/^ {2}replication: \{ internal: true \}$/m)
  })

  test.each(['sync-server', 'worker'])('%s may have replicas', (name) => {
    expect(service(name)).toMatch(/replicas: \$\{\w+:-\d\}/)
    expect(service(name)).not.toMatch(/container_name|hostname|ports:/)
    expect(environment(name).has('WORKER_ID')).toBe(false)
  })

  test('server and worker keep files in the same bucket, and all servers unfinished uploads in the same folder', () => {
    const bucket = (name: string) => [...environment(name)].filter(([key]) => key.startsWith('S3_'))
    expect(bucket('sync-server')).toHaveLength(5)
    expect(bucket('worker')).toEqual(bucket('sync-server'))
    const folder = environment('sync-server').get('UPLOADS_DIR')
    expect([...service('sync-server').matchAll(/^ {6}- (\w+):(\/.+)$/gm)].map(([, ...mount]) => mount)).toEqual([
      ['uploads', folder],
    ])
    expect(service('worker')).not.toContain('volumes:')
    expect(dockerfile).toMatch(/mkdir -p .data\/uploads .+ && chown -R node:node .data/)
  })

  test('who needs the tables starts after the migrations', () => {
    for (const name of ['sync-server', 'worker']) {
      expect(service(name)).toContain('migrate: { condition: service_completed_successfully }')
    }
  })
})

describe('Postgres', () => {
  test('has a change stream, and a slot that nobody reads does not fill the disk', () => {
    expect(service('postgres')).toContain('wal_level=logical')
    expect(service('postgres')).toMatch(/max_slot_wal_keep_size=\$\{MAX_SLOT_WAL:-\d+GB\}/)
  })

  test("data is on a volume where this version's image looks for it", () => {
    expect(service('postgres')).toContain('- postgres:/var/lib/postgresql\n')
  })

  test('each service has the role that is meant for it, and each role its password', () => {
    const userOf = (name: string) => /postgresql:\/\/(\w+):/.exec(environment(name).get('DATABASE_URL') ?? '')?.[1]
    expect(names.flatMap((name) => (environment(name).has('DATABASE_URL') ? [[name, userOf(name)]] : []))).toEqual([
      ['migrate', 'balcao'],
      ['electric', 'electric'],
      ['sync-server', 'balcao_app'],
      ['worker', 'balcao_app'],
    ])
    const script = read('deploy/postgres-roles.sh')
    const given = [...script.matchAll(/^ALTER ROLE (\w+) .*PASSWORD :'(\w+)';$/gm)].map(([, role]) => role)
    expect(given).toEqual(['balcao', 'balcao_app', 'electric'])
    for (const [, name = ''] of script.matchAll(/\$(\w+_DB_PASSWORD)/g)) {
      expect(environment('postgres').get(name)).toContain(`\${${name}:?`)
    }
  })

  test('the roles have the rights that are tested', () => {
    const files = [...read('deploy/postgres-roles.sh').matchAll(/--file \/roles\/([\w-]+)\.sql/g)].map(
      ([, file]) => file,
    )
    expect(files).toEqual(['cluster', 'whole-cluster', 'database'])
    expect(service('postgres')).toContain('- ./db/roles:/roles:ro\n')
  })

  test('its own log names no values of rows', () => {
    for (const flag of ['min_messages=log', 'min_error_statement=panic', 'error_verbosity=terse']) {
      expect(service('postgres')).toContain(`- -clog_${flag}\n`)
    }
  })
})

test('the proxy waits longer than a long-poll and lets go of one when the browser does', () => {
  const settings = read('deploy/Caddyfile').replaceAll(/^\s*#.*$/gm, '')
  expect(settings).toContain('response_header_timeout 60s')
  // It would also keep the request to the server when the browser is gone.
  expect(settings).not.toContain('flush_interval')
  expect(settings).toContain('not path /api/auth/*')
})

test('the proxy logs no address of a request that failed, nor its headers', () => {
  const settings = read('deploy/Caddyfile').replaceAll(/\s+/g, ' ')
  expect(settings).toContain(
    'log default { format filter { wrap json fields { request>uri delete request>headers delete } } }',
  )
})
