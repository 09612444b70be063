// Addresses. A phone is device 0 of its account, companions count from 1; both exist as number and as lid.

import { jidDecode, jidEncode } from '@whiskeysockets/baileys'

export interface Account {
  number: string
  lid: string
}

export const SERVER_JID = '@s.whatsapp.net'

export function pnJid(account: Account, device = 0) {
  return jidEncode(account.number, 's.whatsapp.net', device)
}

export function lidJid(account: Account, device = 0) {
  return jidEncode(userOf(account.lid), 'lid', device)
}

export function userOf(jid: string) {
  return jidDecode(jid)?.user ?? ''
}

export function deviceOf(jid: string) {
  return jidDecode(jid)?.device ?? 0
}

export function isLid(jid: string) {
  return jid.endsWith('@lid')
}

/** The account's address in the same form as `like`. */
export function jidLike(like: string, account: Account, device = 0) {
  return isLid(like) ? lidJid(account, device) : pnJid(account, device)
}

export function nowInSeconds() {
  return Math.floor(Date.now() / 1000).toString()
}

export function digitsOf(number: string) {
  return number.replaceAll(/\D/g, '')
}

export function isGroup(jid: string) {
  return jid.endsWith('@g.us')
}

/** Who or what a conversation is with: a number, however it was written, or a group's address. */
export function peerOf(to: string) {
  return isGroup(to) ? to : digitsOf(to)
}
