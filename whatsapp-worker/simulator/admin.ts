// The admin API and the phone page. Loopback only: the port is bound to 127.0.0.1, and Host and Origin must name this
// machine too, or any web page could reach the simulator from the browser of whoever runs it.

import { Hono } from 'hono'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import { addPhoneRoutes } from './admin-phones.ts'
import { BadRequest, bodies, bodyOf } from './admin-requests.ts'
import { isLoopbackHost } from './loopback.ts'
import { pageFiles } from './page-files.ts'
import { findScenario, scenarios } from './scenarios/scenarios.ts'
import type { SimulatorFaults } from './simulator.ts'
import type { WhatsAppServer } from './server/whatsapp-server.ts'

const PAGE_POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'"
const EVENT_INTERVAL_MS = 50
const HEARTBEAT_MS = 20_000

/** The network between the app and its server, where whoever started the simulator lends it. */
export interface SimulatedCable {
  isPulled(): boolean
  set(pulled: boolean): void
}

export interface AdminParts {
  server: WhatsAppServer
  faults: SimulatorFaults
  cable: SimulatedCable | null
  onChange: (listener: () => void) => () => void
}

export function createAdminApp({ server, faults, cable, onChange }: AdminParts) {
  const app = new Hono()
  app.use(async (c, next) => {
    const { host = '', origin = `http://${host}` } = c.req.header()
    const named = [host, origin.replace(/^https?:\/\//, '')]
    if (!named.every(isLoopbackHost)) return c.json({ error: 'loopback only' }, 403)
    return next()
  })
  app.onError((error, c) => c.json({ error: error.message }, error instanceof BadRequest ? 400 : 409))
  for (const { path, type, body } of pageFiles) {
    app.get(path, (c) => c.body(body, 200, { 'content-type': type, 'content-security-policy': PAGE_POLICY }))
  }
  addPhoneRoutes(app, server)
  addGroupRoutes(app, server)
  addFaultRoutes(app, faults)
  addScenarioRoutes(app, server)
  addCableRoutes(app, cable)
  app.get('/admin/unknown-iqs', (c) => c.json(server.unknownIqs))
  app.get('/admin/events', (c) => streamChanges(c, onChange))
  return app
}

function addGroupRoutes(app: Hono, { groups }: WhatsAppServer) {
  app.get('/admin/groups', (c) => c.json(groups.list()))
  app.post('/admin/groups', async (c) => {
    const { subject, participants, creator = participants[0] ?? '' } = await bodyOf(c, bodies.group)
    return c.json(groups.create(creator, subject, participants), 201)
  })
  app.patch('/admin/groups/:id', async (c) => {
    const group = groups.find(c.req.param('id'))
    const { subject, by } = await bodyOf(c, bodies.subject)
    groups.rename(c.req.param('id'), by ?? group?.creator ?? '', subject)
    return c.json(group)
  })
  app.post('/admin/groups/:id/members', async (c) => {
    const group = groups.find(c.req.param('id'))
    const { kind, numbers, by } = await bodyOf(c, bodies.members)
    groups.change(c.req.param('id'), by ?? group?.creator ?? '', kind, numbers)
    return c.json(group)
  })
}

function addFaultRoutes(app: Hono, faults: SimulatorFaults) {
  app.get('/admin/faults', (c) => c.json(faults.settings()))
  app.patch('/admin/faults', async (c) => {
    Object.assign(faults, await bodyOf(c, bodies.faults))
    return c.json(faults.settings())
  })
  app.delete('/admin/faults', (c) => {
    faults.heal()
    return c.json(faults.settings())
  })
  app.post('/admin/faults', async (c) => {
    const fault = await bodyOf(c, bodies.fault)
    if (fault.kind === 'streamError') faults.streamError(fault.number, fault.code)
    else if ('number' in fault) faults[fault.kind](fault.number)
    else if ('code' in fault) faults[fault.kind](fault.code)
    else faults[fault.kind]()
    return c.json({})
  })
}

/** null: there is none to be pulled. */
function addCableRoutes(app: Hono, cable: SimulatedCable | null) {
  const shown = () => cable && { pulled: cable.isPulled() }
  app.get('/admin/cable', (c) => c.json(shown()))
  app.patch('/admin/cable', async (c) => {
    const { pulled } = await bodyOf(c, bodies.cable)
    if (!cable) throw new Error('nobody lent a cable')
    cable.set(pulled)
    return c.json(shown())
  })
}

function addScenarioRoutes(app: Hono, server: WhatsAppServer) {
  app.get('/admin/scenarios', (c) => c.json(scenarios.map(({ name, title, about }) => ({ name, title, about }))))
  app.post('/admin/scenarios/:name', async (c) => {
    const scenario = findScenario(c.req.param('name'))
    if (!scenario) return c.json({ error: 'no such scenario' }, 404)
    const { company, durationMs = scenario.durationMs } = await bodyOf(c, bodies.scenario)
    const number = company ?? server.phones().find((phone) => phone.linked)?.number
    if (!number || !server.phoneOf(number)) throw new Error('link a number with the app first')
    return c.json(scenario.start({ server, company: number, durationMs }), 202)
  })
}

/** One `change` event for any number of changes within the interval; clients then fetch what they show. */
function streamChanges(c: Context, onChange: AdminParts['onChange']) {
  return streamSSE(c, async (stream) => {
    let wake = () => {}
    let dirty = true
    const stopListening = onChange(() => {
      dirty = true
      wake()
    })
    stream.onAbort(() => {
      stopListening()
      wake()
    })
    while (!stream.aborted) {
      if (dirty) {
        dirty = false
        await stream.writeSSE({ event: 'change', data: '' })
        await stream.sleep(EVENT_INTERVAL_MS)
      } else {
        const heartbeat = setTimeout(() => wake(), HEARTBEAT_MS)
        await new Promise<void>((resolve) => (wake = resolve))
        clearTimeout(heartbeat)
        if (!dirty) await stream.write(': alive\n\n')
      }
    }
  })
}
