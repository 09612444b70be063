// The worker's settings from the environment, checked once at start.
// Invariant: another address or root key than WhatsApp's own is accepted for this machine only, so that no setting can send customers' traffic elsewhere.
import { randomUUID } from 'node:crypto'
import { azureTtsUrl } from 'db/node/ai/speech.ts'
import { dialogflowUrl } from 'db/node/integrations/dialogflow.ts'
import type { MailSettings } from 'db/node/mail/mail.ts'
import { mediaQuota, mediaSettings, quotaBytes, type MediaSettings } from 'db/node/media/media-store.ts'
import { loopbackIsForTests, loopbackProblem, outgoingSettings } from 'db/node/outgoing/settings.ts'
import type { PixSettings } from 'db/node/pix/open-provider.ts'
import { databaseUrl, logLevel, readSettings } from 'db/node/settings.ts'
import { traceSettings } from 'db/node/traces/settings.ts'
import * as v from 'valibot'
import type { KeyRing } from 'db/node/keys/cipher.ts'
import { asaasUrl } from './responders/lookup/asaas.ts'
import type { Responders } from './responders/registry.ts'
import { key32, keySettings, ringOf } from 'db/node/keys/settings.ts'

const isLoopback = (url: string) =>
  URL.canParse(url) && ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname)

const version = v.pipe(
  v.string(),
  v.regex(/^\d+\.\d+\.\d+$/, 'has to be three numbers with dots between'),
  v.transform((text) => text.split('.').map(Number) as [number, number, number]),
)

const schema = v.pipe(
  v.object({
    DATABASE_URL: databaseUrl,
    ...keySettings,
    ...mediaSettings,
    ...mediaQuota,
    WHATSAPP_URL: v.optional(v.pipe(v.string(), v.url(), v.check(isLoopback, 'has to be a loopback address'))),
    WHATSAPP_ROOT_KEY: v.optional(key32),
    WHATSAPP_VERSION: v.optional(version),
    VAPID_PUBLIC_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{87}$/, 'has to be 65 bytes in base64url'))),
    VAPID_PRIVATE_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'has to be 32 bytes in base64url'))),
    VAPID_SUBJECT: v.optional(
      v.pipe(v.string(), v.regex(/^(mailto:.+@|https:\/\/)/, 'has to begin with mailto: or https:')),
    ),
    PUSH_ALLOW_LOOPBACK: v.optional(v.string()),
    ...outgoingSettings,
    /** Where companies' own bills are looked for that are at Asaas. */
    ASAAS_BASE_URL: v.optional(v.pipe(v.string(), v.url()), asaasUrl),
    EFI_BASE_URL: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https://')), 'https://pix.api.efipay.com.br'),
    /** PEM of who signed the certificate of another EFI_BASE_URL. */
    EFI_CA: v.optional(v.string()),
    DIALOGFLOW_BASE_URL: v.optional(v.pipe(v.string(), v.url()), dialogflowUrl),
    AZURE_TTS_BASE_URL: v.optional(v.pipe(v.string(), v.url()), azureTtsUrl),
    SMTP_URL: v.optional(v.pipe(v.string(), v.regex(/^smtps?:\/\//, 'has to begin with smtp:// or smtps://'))),
    MAIL_FROM: v.optional(v.string()),
    PUBLIC_URL: v.optional(v.pipe(v.string(), v.url(), v.startsWith('https://'))),
    ...traceSettings,
    LOG_LEVEL: v.optional(logLevel, 'info'),
    GRACE_DAYS: v.optional(v.pipe(v.string(), v.toNumber(), v.minValue(0)), '0'),
    ACK_TIMEOUT_MS: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1_000)), '60000'),
    WORKER_ID: v.optional(v.pipe(v.string(), v.nonEmpty()), () => randomUUID()),
  }),
  v.check((env) => !env.WHATSAPP_ROOT_KEY || Boolean(env.WHATSAPP_URL), 'WHATSAPP_ROOT_KEY needs WHATSAPP_URL'),
  v.check(
    (env) => new Set([env.VAPID_PUBLIC_KEY, env.VAPID_PRIVATE_KEY, env.VAPID_SUBJECT].map(Boolean)).size === 1,
    'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY and VAPID_SUBJECT belong together',
  ),
  v.check(
    (env) => loopbackIsForTests(env) && (!env.OUTGOING_ALLOW_LOOPBACK || Boolean(env.WHATSAPP_URL)),
    loopbackProblem,
  ),
  v.check((env) => Boolean(env.SMTP_URL) === Boolean(env.MAIL_FROM), 'SMTP_URL and MAIL_FROM belong together'),
)

/** How push services know this installation (VAPID). */
export interface PushSettings {
  publicKey: string
  privateKey: string
  /** Whom a push service may write to when something is wrong: mailto: or https:. */
  subject: string
  /** Push services on this machine, also by http: for development and tests. */
  allowLoopback: boolean
}

/** How letters go, and what they link to. */
export interface LetterSettings extends MailSettings {
  /** The address of the app, for the letters; null: none is named. */
  publicUrl: string | null
}

export interface WorkerEnv {
  databaseUrl: string
  /** Encrypt session keys at rest. Losing them means linking every connection again. */
  sessionKeys: KeyRing
  /** Where the server puts the files of messages. */
  media: MediaSettings
  /** Bytes that a company may keep of them; null: no limit. */
  mediaQuota: number | null
  /** A stand-in for WhatsApp's servers on this machine; null is WhatsApp itself. */
  whatsapp: { url: string; rootKey: Buffer | null } | null
  /** The version of WhatsApp Web to report; null is the library's. A refusal with 405 means that it is too old. */
  whatsappVersion: [number, number, number] | null
  /** Null: devices are not notified. */
  push: PushSettings | null
  /** Addresses that companies enter may be on this machine: for development and tests. */
  outgoingLoopback: boolean
  /** Where answers are spoken; `{region}` stands for a part of its address. */
  ttsUrl: string
  dialogflowUrl: string
  asaasUrl: string
  /** Where payments are asked for. */
  pix: PixSettings
  /** Null: companies are not mailed about their invoices, nor their admins about webhooks that were switched off. */
  mail: LetterSettings | null
  /** Of the collector of traces; null: nothing is measured. */
  tracesUrl: string | null
  logLevel: v.InferOutput<typeof logLevel>
  /** Days after the due date in which a company still works; the servers' own setting. */
  graceDays: number
  /** How long a sent message waits for WhatsApp's ack before it is looked at again. */
  ackTimeoutMs: number
  /** In place of those in registry.ts, for tests. */
  responders?: Responders
  /** Names this process in the leases it holds. */
  workerId: string
}

/** @throws SettingsError */
export function readEnv(source: Record<string, string | undefined>): WorkerEnv {
  const env = readSettings(schema, source)
  return {
    databaseUrl: env.DATABASE_URL,
    sessionKeys: ringOf(env),
    media: env,
    mediaQuota: quotaBytes(env),
    whatsapp: env.WHATSAPP_URL ? { url: env.WHATSAPP_URL, rootKey: env.WHATSAPP_ROOT_KEY ?? null } : null,
    whatsappVersion: env.WHATSAPP_VERSION ?? null,
    push: pushOf(env),
    ttsUrl: env.AZURE_TTS_BASE_URL,
    dialogflowUrl: env.DIALOGFLOW_BASE_URL,
    outgoingLoopback: env.OUTGOING_ALLOW_LOOPBACK === '1',
    asaasUrl: env.ASAAS_BASE_URL,
    mail:
      env.SMTP_URL && env.MAIL_FROM
        ? { url: env.SMTP_URL, from: env.MAIL_FROM, publicUrl: env.PUBLIC_URL ?? null }
        : null,
    pix: { efiBaseUrl: env.EFI_BASE_URL, efiCa: env.EFI_CA, keys: ringOf(env) },
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logLevel: env.LOG_LEVEL,
    graceDays: env.GRACE_DAYS,
    ackTimeoutMs: env.ACK_TIMEOUT_MS,
    workerId: env.WORKER_ID,
  }
}

function pushOf(env: v.InferOutput<typeof schema>): PushSettings | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = env
  if (!publicKey || !privateKey || !subject) return null
  return { publicKey, privateKey, subject, allowLoopback: env.PUSH_ALLOW_LOOPBACK === '1' }
}
