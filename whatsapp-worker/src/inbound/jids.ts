// Whom an address on WhatsApp names. Pure.
import { jidDecode } from '@whiskeysockets/baileys'
import type { Account } from 'db/messages/inbound.ts'

/** The connection's own account, digits only. */
export interface Me {
  number: string | null
  lid: string | null
}

const numberServers: readonly string[] = ['s.whatsapp.net', 'c.us', 'hosted']
const lidServers: readonly string[] = ['lid', 'hosted.lid']

/** More than any account has; what is longer is no account, and no index would take it. */
const digits = /^\d{1,32}$/

export const isPersonServer = (server: string) => numberServers.includes(server) || lidServers.includes(server)

/** One account under all the addresses that are given for it, our own left out; null when none names a person. */
export function accountOf(jids: readonly (string | null | undefined)[], me: Me): Account | null {
  const decoded = jids.flatMap((jid) => (jid ? [jidDecode(jid)] : []))
  const named = (servers: readonly string[], own: string | null) =>
    decoded.find((jid) => jid && servers.includes(jid.server) && digits.test(jid.user) && jid.user !== own)?.user ??
    null
  const [number, lid] = [named(numberServers, me.number), named(lidServers, me.lid)]
  return number === null && lid === null ? null : { number, lid }
}

/** Whose own account is not left out. */
export const nobody: Me = { number: null, lid: null }

/** Anybody, ourselves too. */
export const anyAccountOf = (jid: string | null | undefined) => accountOf([jid], nobody)

export const isMe = (jid: string | null | undefined, me: Me) => {
  const account = anyAccountOf(jid)
  return account !== null && (account.lid !== null ? account.lid === me.lid : account.number === me.number)
}

/** Without the server; null when it names no group. */
export function groupIdOf(jid: string | null | undefined): string | null {
  const decoded = jidDecode(jid ?? '')
  return decoded?.server === 'g.us' && /^[\d-]{1,64}$/.test(decoded.user) ? decoded.user : null
}
