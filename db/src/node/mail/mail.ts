// Mail by SMTP: one letter to one person. Invariant: whoever writes a letter's subject or address writes no header and reaches nobody else,
// and no error tells the password or what the server said.
import { ToldError } from '../../kit/told-error.ts'
import { createTransport } from 'nodemailer'

export interface MailSettings {
  /** smtp://user:password@host:port (587, upgraded to TLS), smtps://… (465, TLS from the start), without user where none is wanted. */
  url: string
  /** 'Balcão <nao-responda@balcao.example>', or an address alone. */
  from: string
  /** Of each step: name, connection, greeting, any silence after them. */
  timeoutMs?: number | undefined
}

export interface Mail {
  /** One address, without a name. */
  to: string
  subject: string
  text: string
  html?: string
}

export interface Mailer {
  /** Hands the letter to the server, once; after a MailError of kind `unavailable` it may have gone all the same. @throws MailError */
  send(mail: Mail): Promise<void>
}

export type MailErrorKind =
  /** The same again would be refused again: no such address, no such letter. */
  | 'rejected'
  /** Passing: the same again may succeed. */
  | 'unavailable'
  /** No letter will go until whoever runs this installation changes its settings. */
  | 'misconfigured'

export class MailError extends ToldError {
  readonly kind: MailErrorKind

  constructor(kind: MailErrorKind, message: string) {
    super(message)
    this.name = 'MailError'
    this.kind = kind
  }
}

const defaultTimeoutMs = 10_000
const maxAddress = 254
const addressPattern = /^[^\s<>(),;:"\\[\]@\p{C}]+@[^\s<>(),;:"\\[\]@\p{C}]+$/u

/** @throws MailError of kind `misconfigured` when its settings are of no use */
export function createMailer({ url, from, timeoutMs = defaultTimeoutMs }: MailSettings): Mailer {
  const server = serverOf(url)
  const sender = senderOf(from)
  const transport = createTransport({
    ...server,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html }) {
      if (!isAddress(to)) throw new MailError('rejected', 'no letter goes to such an address')
      const recipient = { name: '', address: to }
      const letter = { from: sender, to: recipient, subject: inOneLine(subject), text, ...(html ? { html } : {}) }
      try {
        await transport.sendMail(letter)
      } catch (error) {
        throw failure(error)
      }
    },
  }
}

function serverOf(text: string) {
  const url = URL.parse(text)
  const secure = url?.protocol === 'smtps:'
  if (!url?.hostname || (!secure && url.protocol !== 'smtp:')) throw wrong('address begins with smtp:// or smtps://')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port) || (secure ? 465 : 587)
  const [user, pass] = [decoded(url.username), decoded(url.password)]
  if (!user) return { host, port, secure }
  // A password never goes over an open line, but within this machine.
  return { host, port, secure, requireTLS: !secure && !isLoopback(host), auth: { user, pass } }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw wrong('user and password are written as in an address: % as %25')
  }
}

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

function senderOf(from: string) {
  const [, name = '', address = ''] = /^([^<>\p{C}]*)<([^<>]*)>$/u.exec(from.trim()) ?? [from, '', from.trim()]
  if (!isAddress(address)) throw wrong('sender is an address, or a name and an <address>')
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}

const wrong = (what: string) => new MailError('misconfigured', `mail: the ${what}`)

const isAddress = (text: string) => text.length <= maxAddress && addressPattern.test(text)

/** A header ends with its line. */
const inOneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The server's words are left out: they repeat addresses, and what was tried. */
function failure(error: unknown): MailError {
  const {
    code: given,
    responseCode: status,
    message,
  } = error as { code?: unknown; responseCode?: unknown; message: unknown }
  // nodemailer calls all that is wrong with a socket by one name.
  const code = given === 'ESOCKET' && /certificate/i.test(String(message)) ? 'ECERTIFICATE' : given
  const told = [code, status].filter((part) => /^[A-Z0-9_]{1,40}$/.test(String(part ?? ''))).join(' ')
  return new MailError(kindOf(String(code), Number(status)), `mail was not taken: ${told || 'unknown'}`)
}

const settingsCodes = ['EAUTH', 'ENOAUTH', 'ETLS', 'ECERTIFICATE', 'ECONFIG']

function kindOf(code: string, status: number): MailErrorKind {
  // 4xx is the server's word for later, of a login too.
  if (status >= 400 && status < 500) return 'unavailable'
  if (settingsCodes.includes(code)) return 'misconfigured'
  return status >= 500 ? 'rejected' : 'unavailable'
}
