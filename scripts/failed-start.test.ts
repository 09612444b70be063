// Whoever starts a process with a wrong variable finds in its output which one, and none of the secrets beside it.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { compileCache, fromRoot } from './paths.ts'

const mark = 'NeverTold'
const secret = (name: string) => `${mark}${name}${'x'.repeat(48)}`
const folder = mkdtempSync(join(tmpdir(), 'balcao-failed-start-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** All that is a secret or has one in it. */
const secrets = {
  DATABASE_URL: `postgresql://balcao:${secret('Database')}@127.0.0.1:1/balcao`,
  SHAPES_DATABASE_URL: `postgresql://balcao:${secret('Shapes')}@127.0.0.1:1/balcao`,
  JWT_SECRET: secret('Jwt'),
  SESSION_KEYS_SECRET: Buffer.from(secret('Keys').slice(0, 32)).toString('base64'),
  ELECTRIC_SECRET: secret('Electric'),
  SECRET: secret('Engine'),
  S3_ACCESS_KEY_ID: secret('S3'),
  S3_SECRET_ACCESS_KEY: secret('S3'),
  SMTP_URL: `smtp://x:${secret('Mail')}@127.0.0.1`,
  MAIL_FROM: 'balcao@example.com',
  METRICS_TOKEN: secret('Metrics'),
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=${secret('Traces')}`,
  VAPID_PRIVATE_KEY: secret('Vapid').slice(0, 43),
  VAPID_PUBLIC_KEY: secret('Vapid').repeat(2).slice(0, 87),
  VAPID_SUBJECT: 'mailto:suporte@balcao.example',
  BALCAO_DATA: folder,
}

/** With a deadline, past which it would have started. */
function start(file: string, env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  return new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(
      process.execPath,
      [fromRoot(file)],
      { env: { PATH, HOME, NODE_COMPILE_CACHE: compileCache, ...env }, timeout: 110_000 },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    )
  })
}

const broken = `postgresql://balcao:${mark}/${mark}@127.0.0.1/balcao`

describe('a process that cannot start says why, and no secret', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    // The variable itself is a secret, or stands beside them.
    [
      'sync-server/src/main.ts',
      { JWT_SECRET: mark, PORT: 'x' },
      /^PORT: has to be a number.*\nJWT_SECRET: has to have 32 characters or more\n$/,
    ],
    [
      'whatsapp-worker/src/main.ts',
      { VAPID_SUBJECT: mark, DATABASE_URL: broken },
      /^DATABASE_URL: has to be an address.*\nVAPID_SUBJECT: has to begin with .*\n$/,
    ],
    ['sync-server/shapes/src/main.ts', { PEERS: mark }, /^PEERS: has to be 0 or 1 or true or false\n$/],
    // Right, but nobody is there: the log's line, without the address's password.
    ['db/src/node/migrate-main.ts', {}, /^\{.*"code":"ECONNREFUSED".*\n$/],
    // Commands for an operator's screen.
    [
      'scripts/rotate-keys.ts',
      { SESSION_KEYS_SECRET: mark, BALCAO_DATA: `${folder}/other` },
      /^SESSION_KEYS_SECRET: has to be 32 bytes in hex or base64\n$/,
    ],
  ])('%s %o', async (file, change, wanted) => {
    const { code, said } = await start(file, { ...secrets, ...change })
    expect(said).toMatch(wanted)
    expect(said).not.toContain(mark)
    expect(said).not.toContain(secrets.SESSION_KEYS_SECRET)
    expect(code).toBe(1)
  })

  test('of a file of secrets that is damaged no piece is shown', async () => {
    const damaged = mkdtempSync(join(folder, 'damaged-'))
    writeFileSync(join(damaged, 'secrets.json'), `{"JWT_SECRET": "${mark}", "SESSION_KEYS_SECRET": ${mark}}`)
    const { code, said } = await start('scripts/doctor.ts', { BALCAO_DATA: damaged })
    expect(said).toMatch(/secrets\.json is damaged/)
    expect(said).not.toContain(mark)
    expect(code).toBe(1)
  })
})
