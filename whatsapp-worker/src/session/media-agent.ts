// The way to WhatsApp's file hosts. Their names come over the socket, so they are held against a list before anything is sent there:
// a stand-in for WhatsApp is on this machine, without TLS, and its file host has to be too; WhatsApp's own are below whatsapp.net.
import { Agent, type RequestOptions } from 'node:https'
import { connect, type NetConnectOpts } from 'node:net'
import type { Duplex } from 'node:stream'

type OnConnection = (error: Error | null, stream: Duplex) => void

export function mediaAgent(isStandIn: boolean): Agent {
  return isStandIn ? new LoopbackAgent() : new WhatsAppAgent()
}

class WhatsAppAgent extends Agent {
  override createConnection(options: RequestOptions, callback?: OnConnection) {
    const host = hostOf(options)
    if (host !== 'whatsapp.net' && !host.endsWith('.whatsapp.net')) return refuse(callback)
    return super.createConnection(options, callback)
  }
}

class LoopbackAgent extends Agent {
  override createConnection(options: RequestOptions, callback?: OnConnection) {
    if (!['127.0.0.1', '::1', 'localhost'].includes(hostOf(options))) return refuse(callback)
    return connect(options as NetConnectOpts)
  }
}

const hostOf = ({ host }: RequestOptions) => host?.toLowerCase() ?? ''

/** As a failed connection, or it would be thrown past the request. */
function refuse(callback: OnConnection | undefined): undefined {
  const error = new Error('not a file host of WhatsApp')
  if (!callback) throw error
  // Node's types know no connection that failed.
  callback(error, undefined as never)
}
