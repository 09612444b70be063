// From where somebody asks, as the nearest proxy that is trusted saw it. Invariant: what a client writes into X-Forwarded-For itself
// is never taken: each proxy adds the address that it was asked from on the right, so only that many entries from the right count.
import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** `hops`: how many proxies of ours stand before this server. 'unknown' without a socket, as app.request() in tests. */
export function clientAddress(c: Context, hops: number): string {
  const socket = c.env && 'incoming' in c.env ? getConnInfo(c).remote.address : undefined
  return (
    forwardedAddress(c.req.header('x-forwarded-for'), hops) ?? (socket === undefined ? 'unknown' : plainAddress(socket))
  )
}

/** The entry that the outermost trusted proxy added. With fewer entries than proxies the only sure one: the nearest proxy's. */
export function forwardedAddress(header: string | undefined, hops: number): string | undefined {
  if (hops === 0 || header === undefined) return undefined
  const entries = header.split(',').map((entry) => plainAddress(entry.trim()))
  const entry = entries.at(-hops) ?? entries.at(-1)
  return entry !== undefined && isIP(entry) !== 0 ? entry : undefined
}

/**
 * What requests are counted by: an IPv6 customer has a whole /64 and would have an address for each try.
 * @returns the address, or the first four groups of an IPv6 one
 */
export function addressBlock(address: string): string {
  if (isIP(address) !== 6) return address
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const [first, last] = [groups(head), groups(tail)]
  const gap = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length)
  const all = [...first, ...Array<string>(gap).fill('0'), ...last]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Without brackets, port, and IPv6's way to write an IPv4 address. */
export function plainAddress(address: string): string {
  const host = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(host)?.[1] ?? host
}
