import { ringOf, keySettings } from 'db/node/keys/settings.ts'
import type { KeyRing } from 'db/node/keys/cipher.ts'
import { dialogflowUrl } from 'db/node/integrations/dialogflow.ts'
import { mediaQuota, mediaSettings } from 'db/node/media/media-store.ts'
import { loopbackIsForTests, loopbackProblem, outgoingSettings } from 'db/node/outgoing/settings.ts'
import { databaseUrl, logLevel, port, readSettings } from 'db/node/settings.ts'
import { traceSettings } from 'db/node/traces/settings.ts'
import { fewestLetters, mostLetters } from 'db/users/rules.ts'
import * as v from 'valibot'

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])
const positive = v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1))

const variables = v.object({
  /** As the everyday role, which owns nothing. */
  DATABASE_URL: databaseUrl,
  /** As the role that may read the change stream: for the embedded shape engine, where there is no ELECTRIC_URL. */
  SHAPES_DATABASE_URL: v.optional(databaseUrl),
  PORT: v.optional(port, '8787'),
  HOST: v.optional(v.string(), '127.0.0.1'),
  /** Signs access tokens; at least 32 bytes. */
  JWT_SECRET: v.pipe(v.string(), v.minLength(32)),
  /** As the workers': opens what outside services ask of us. Without it nobody sets or uses such credentials here. */
  SESSION_KEYS_SECRET: v.optional(keySettings.SESSION_KEYS_SECRET),
  SESSION_KEYS_FORMER: keySettings.SESSION_KEYS_FORMER,
  /** The address under which the world sees this installation: what Efí is told to call. Without it payments are found by asking. */
  PUBLIC_URL: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https://'))),
  /** As the workers', which send the letters: with them, and PUBLIC_URL, people are mailed links. */
  SMTP_URL: v.optional(v.string()),
  MAIL_FROM: v.optional(v.string()),
  DIALOGFLOW_BASE_URL: v.optional(v.pipe(v.string(), v.url()), dialogflowUrl),
  EFI_BASE_URL: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https://')), 'https://pix.api.efipay.com.br'),
  /** PEM of who signed the certificate of another EFI_BASE_URL. */
  EFI_CA: v.optional(v.string()),
  /** The real Electric service, or shape engines that know each other's shapes, with commas between; without it the embedded engine runs in this process. */
  ELECTRIC_URL: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((one) => one.trim())),
      v.array(v.pipe(v.string(), v.url())),
    ),
  ),
  /** What Electric wants to see as `secret`: its own ELECTRIC_SECRET. */
  ELECTRIC_SECRET: v.optional(v.string()),
  /** Folder of the embedded engine's change log and snapshots. */
  SHAPES_DIR: v.optional(v.string(), '.data/shapes'),
  ...mediaSettings,
  ...mediaQuota,
  /** Folder of uploads that are not finished; servers behind one proxy share it. */
  UPLOADS_DIR: v.optional(v.string(), '.data/uploads'),
  /** Largest size in MB of one file, or of a form with all its files. */
  MAX_UPLOAD_MB: v.optional(v.pipe(v.string(), v.toNumber(), v.minValue(1), v.maxValue(2000)), '100'),
  /** ms that a device's live request waits in the embedded engine. */
  LONG_POLL_MS: v.optional(positive),
  /** Size of the embedded engine's answers. */
  CHUNK_BYTES: v.optional(positive),
  /** Days after the due date in which a company may still log in and write. */
  GRACE_DAYS: v.optional(v.pipe(v.string(), v.toNumber(), v.minValue(0)), '0'),
  /** How many proxies stand before this server, each of which adds to X-Forwarded-For. */
  TRUST_PROXY: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(0), v.maxValue(10)), '0'),
  /** Cookies only over HTTPS; off for plain http on one machine. */
  SECURE_COOKIES: v.optional(v.string()),
  /** Folder of the built app; the server then serves it. */
  WEB_ROOT: v.optional(v.string()),
  /** Folder of the built documentation; the server then serves it below /docs. */
  DOCS_ROOT: v.optional(v.string()),
  /** Where the simulator's phone page is, in development and demos. */
  SIMULATOR_URL: v.optional(v.pipe(v.string(), v.url())),
  /** '1': the demo's people are named on the login page, with their password. Only on loopback. */
  DEMO: v.optional(v.string()),
  /** Web Push: the public half of the installation's key pair. Without it devices are not notified. */
  VAPID_PUBLIC_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{87}$/))),
  /** '1': push services on this machine, also by http. For development and tests. */
  PUSH_ALLOW_LOOPBACK: v.optional(v.string()),
  ...outgoingSettings,
  /** Bearer token of GET /api/metrics; without it there is none. */
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16))),
  ...traceSettings,
  /** Letters that a new password has at least. */
  PASSWORD_MIN_LENGTH: v.optional(
    v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(fewestLetters), v.maxValue(mostLetters)),
    String(fewestLetters),
  ),
  /** The oldest app that is still served, by its protocol number. */
  OLDEST_CLIENT: v.optional(positive, '3'),
  LOG_LEVEL: v.optional(logLevel, 'info'),
})

const schema = v.pipe(
  variables,
  v.check((env) => loopbackIsForTests(env), loopbackProblem),
  v.check(
    ({ DEMO, HOST }) => DEMO !== '1' || loopback.has(HOST),
    'DEMO=1 is for this machine alone: HOST has to be 127.0.0.1',
  ),
)

export type Env = v.InferOutput<typeof schema>

/** @throws SettingsError */
export const parseEnv = (env: NodeJS.ProcessEnv): Env => readSettings(schema, env)

/** Null: this process was given none. */
export function keysOf({ SESSION_KEYS_SECRET: current, SESSION_KEYS_FORMER: former }: Env): KeyRing | null {
  return current ? ringOf({ SESSION_KEYS_SECRET: current, SESSION_KEYS_FORMER: former }) : null
}
