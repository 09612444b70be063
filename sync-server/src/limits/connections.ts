// Limits the sockets that one address, and all of them together, keep open: each costs memory before anybody knows who asks.
import type { Server, Socket } from 'node:net'
import { BlockList, isIPv6 } from 'node:net'
import { addressBlock, plainAddress } from '../http/login/client-address.ts'
import { createCounts } from './counts.ts'

/**
 * ms. `keepAliveTimeout`: longer than a proxy keeps a connection that is idle (Caddy: 2 minutes), since a POST on one that was just closed here is
 * not sent again. `requestTimeout`: bodies that are read end by their own progress (body-progress.ts), which lets a slow phone send for longer
 * than Node's 5 minutes; this ends what nobody reads.
 */
export const serverOptions = { keepAliveTimeout: 150_000, requestTimeout: 3_600_000, headersTimeout: 60_000 }

/** An office of a hundred people behind one address, with several tabs each, stays far below `perAddress`. */
export const usualConnections = { perAddress: 2000, inAll: 20_000 }

const own = new BlockList()
own.addSubnet('127.0.0.0', 8, 'ipv4')
own.addAddress('::1', 'ipv6')

/** A proxy on this machine brings everybody. */
const isOwn = (address: string) => own.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

/**
 * Ends a new socket beyond the limits at once. `isExempt`: addresses that bring many clients, for which only `inAll` counts; by default
 * this machine's own.
 */
export function limitConnections(
  server: Server,
  { perAddress, inAll }: typeof usualConnections,
  isExempt: (address: string) => boolean = isOwn,
): void {
  const open = createCounts()
  server.maxConnections = inAll
  server.on('connection', (socket: Socket) => {
    if (socket.remoteAddress === undefined) return
    // Where IPv6 is listened on, an IPv4 client comes as ::ffff:1.2.3.4: the block of all of them would be one.
    const address = plainAddress(socket.remoteAddress)
    if (isExempt(address)) return
    const block = addressBlock(address)
    if (open.of(block) >= perAddress) return void socket.destroy()
    open.add(block, 1)
    socket.once('close', () => open.add(block, -1))
  })
}
