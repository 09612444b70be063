// The simulator as a library: one loopback port with the web socket for clients, the admin API and the phone page.
// Tests start it in their own process; main.ts runs it on its own.

import { getRequestListener } from '@hono/node-server'
import type { KeyPair } from '@whiskeysockets/baileys'
import { EventEmitter } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import { Hono } from 'hono'
import { createAdminApp, type SimulatedCable } from './admin.ts'
import { Faults } from './faults.ts'
import type { MemberChange } from './server/groups.ts'
import { digitsOf } from './jids.ts'
import { MediaHost, mediaRoutes } from './server/media-host.ts'
import type { SimulatedPhone } from './phone/phone.ts'
import { createServerState } from './server-state.ts'
import type { GroupRecord } from './server-state.ts'
import { readState, StateFile } from './state-file.ts'
import { WhatsAppServer } from './server/whatsapp-server.ts'

export type Phone = SimulatedPhone

export interface SimulatorOptions {
  /** 0 takes any free port. */
  port?: number
  /** Where everything is kept across restarts, files in a folder beside it; without it the simulator forgets. */
  stateFile?: string
  ackDelayMs?: number
  deliveryDelayMs?: number
  /** Signs the server's certificates; ignored when the state file already holds one. */
  rootKey?: KeyPair
  cable?: SimulatedCable | null
}

export interface Simulator {
  wsUrl: string
  adminUrl: string
  rootPublicKey: Uint8Array
  /** The phone with this number; made if there is none. */
  phone(options: { number: string; name: string }): Phone
  phones(): Phone[]
  /** Makes a group; its creator, or else the first participant, is its administrator. */
  group(options: { subject: string; participants: string[]; creator?: string }): Group
  /** `type xmlns child` of each iq that could not be answered: a test should find it empty. */
  unknownIqs: string[]
  /** How often each iq was answered, by `type xmlns child`. */
  answeredIqs: ReadonlyMap<string, number>
  faults: SimulatorFaults
  /** The file of a message, which a phone shows, is gone from the file host. */
  expireFile(phone: Phone, messageId: string): void
  /** Calls `listener` after every change of anything; returns how to stop that. */
  onChange(listener: () => void): () => void
  stop(): Promise<void>
}

export interface Group {
  /** What phones write to and clients know it by. */
  readonly id: string
  readonly record: GroupRecord
  change(kind: MemberChange, numbers: string[], by?: string): void
  rename(subject: string, by?: string): void
}

export type SimulatorFaults = Faults & {
  /** Ends the streams of all companions of `number` with an error code. */
  streamError(number: string, code: number): void
  /** Cuts the lines of all companions of `number` without a goodbye. */
  disconnect(number: string): void
  /** Cuts the lines of all clients that wait to be paired. */
  dropPairing(): void
  /** Tells all companions of `number` that another connection has taken their place. */
  replace(number: string): void
}

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { port = 0, stateFile, ackDelayMs = 30, deliveryDelayMs = 150, rootKey, cable = null } = options
  const state = (stateFile ? await readState(stateFile) : undefined) ?? createServerState(rootKey)
  const file = stateFile ? new StateFile(stateFile, state) : undefined
  const changes = new EventEmitter<{ change: [] }>().setMaxListeners(0)
  const changed = () => {
    file?.touch()
    changes.emit('change')
  }
  const media = await MediaHost.open(stateFile?.replace(/(\.json)?$/, '-media'))
  const server = new WhatsAppServer(state, { faults: new Faults(ackDelayMs, deliveryDelayMs), media }, changed)
  const onChange = (listener: () => void) => {
    changes.on('change', listener)
    return () => void changes.off('change', listener)
  }
  const faults = faultsOf(server)
  const app = new Hono().route('/', mediaRoutes(media)).route('/', createAdminApp({ server, faults, cable, onChange }))
  const answer = getRequestListener(app.fetch)
  const http = createServer((request, response) => void answer(request, response))
  const sockets = acceptClients(http, server)
  await listen(http, port)
  await file?.save()
  const address = `127.0.0.1:${(http.address() as AddressInfo).port}`
  media.hostname = address
  return {
    wsUrl: `ws://${address}/ws/chat`,
    adminUrl: `http://${address}`,
    rootPublicKey: state.keys.root.public,
    phone: ({ number, name }) => server.addPhone(number, name),
    phones: () => server.phones(),
    group: ({ subject, participants, creator }) => {
      const by = digitsOf(creator ?? participants[0] ?? '')
      return handleOf(server, server.groups.create(by, subject, participants))
    },
    unknownIqs: server.unknownIqs,
    answeredIqs: server.answeredIqs,
    expireFile: (phone, messageId) => media.expire(phone.openFile(messageId)?.media.token ?? ''),
    faults,
    onChange,
    async stop() {
      for (const socket of sockets.clients) socket.terminate()
      await server.stop()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
      await file?.close()
      await media.close()
    },
  }
}

function handleOf(server: WhatsAppServer, record: GroupRecord): Group {
  const { id, creator } = record
  return {
    id,
    record,
    change: (kind, numbers, by = creator) => server.groups.change(id, by, kind, numbers),
    rename: (subject, by = creator) => server.groups.rename(id, by, subject),
  }
}

function faultsOf(server: WhatsAppServer): SimulatorFaults {
  return Object.assign(server.faults, {
    streamError: (number: string, code: number) => server.clientsOf(number).forEach((client) => client.end({ code })),
    disconnect: (number: string) => server.clientsOf(number).forEach(({ connection }) => connection.drop()),
    dropPairing: () => server.dropPairing(),
    replace: (number: string) => server.clientsOf(number).forEach((client) => client.end({ conflict: 'replaced' })),
  })
}

function acceptClients(http: Server, server: WhatsAppServer) {
  const sockets = new WebSocketServer({ noServer: true })
  http.on('upgrade', (request, socket, head) => {
    if (!request.url?.startsWith('/ws/chat')) return socket.destroy()
    sockets.handleUpgrade(request, socket, head, (client) => server.connect(client))
  })
  return sockets
}

function listen(http: Server, port: number) {
  return new Promise<void>((resolve, reject) => {
    http.once('error', reject)
    http.listen(port, '127.0.0.1', () => {
      http.off('error', reject)
      resolve()
    })
  })
}
