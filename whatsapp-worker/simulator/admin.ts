// The admin API and the phone page. Loopback only: the port is bound to 127.0.0.1, and Host and Origin must name this
// machine too, or any web page could reach the simulator from the browser of whoever runs it.

import { Hono } from 'hono'
import type { Context } from 'hono'
import { streamSSE } from 'hono/streaming'
import * as v from 'valibot'
import { digitsOf } from './jids.ts'
import { isLoopbackHost } from './loopback.ts'
import { pageFiles } from './page-files.ts'
import type { SimulatedPhone } from './phone.ts'
import type { SimulatorFaults } from './simulator.ts'
import type { WhatsAppServer } from './whatsapp-server.ts'

const PAGE_POLICY = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'"
const EVENT_INTERVAL_MS = 50
const HEARTBEAT_MS = 20_000

const phoneNumber = v.pipe(v.string(), v.transform(digitsOf), v.regex(/^\d{8,15}$/))
const text = v.pipe(v.string(), v.minLength(1), v.maxLength(65_536))
const delay = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(60_000))
const code = v.pipe(v.number(), v.integer(), v.minValue(400), v.maxValue(599))

const bodies = {
  phone: v.strictObject({ number: phoneNumber, name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)) }),
  scan: v.strictObject({ qr: text }),
  pairingCode: v.strictObject({ code: text }),
  send: v.strictObject({ to: phoneNumber, text }),
  read: v.strictObject({ peer: phoneNumber }),
  settings: v.strictObject({ autoRead: v.boolean() }),
  faults: v.strictObject({
    ackDelayMs: v.optional(delay),
    deliveryDelayMs: v.optional(delay),
    dropReceipts: v.optional(v.boolean()),
    muteServer: v.optional(v.boolean()),
  }),
  fault: v.variant('kind', [
    v.strictObject({ kind: v.picklist(['nack', 'failLogin']), code }),
    v.strictObject({ kind: v.literal('corruptNext') }),
    v.strictObject({ kind: v.literal('streamError'), number: phoneNumber, code }),
    v.strictObject({ kind: v.picklist(['disconnect', 'replace']), number: phoneNumber }),
  ]),
}

export interface AdminParts {
  server: WhatsAppServer
  faults: SimulatorFaults
  onChange: (listener: () => void) => () => void
}

type OpenedFile = NonNullable<ReturnType<SimulatedPhone['openFile']>>

class BadRequest extends Error {}

export function createAdminApp({ server, faults, onChange }: AdminParts) {
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
  addFaultRoutes(app, faults)
  app.get('/admin/unknown-iqs', (c) => c.json(server.unknownIqs))
  app.get('/admin/events', (c) => streamChanges(c, onChange))
  return app
}

function addPhoneRoutes(app: Hono, server: WhatsAppServer) {
  const phoneAt = (c: Context) => {
    const phone = server.phoneOf(digitsOf(c.req.param('number') ?? ''))
    if (!phone) throw new BadRequest('no phone has this number')
    return phone
  }
  app.get('/admin/phones', (c) => c.json(server.phones().map(describe)))
  app.post('/admin/phones', async (c) => {
    const { number, name } = await bodyOf(c, bodies.phone)
    return c.json(describe(server.addPhone(number, name)), 201)
  })
  app.patch('/admin/phones/:number', async (c) => {
    const phone = phoneAt(c)
    phone.autoRead = (await bodyOf(c, bodies.settings)).autoRead
    return c.json(describe(phone))
  })
  app.post('/admin/phones/:number/scan', async (c) => {
    const phone = phoneAt(c)
    await phone.scanQr((await bodyOf(c, bodies.scan)).qr)
    return c.json(describe(phone))
  })
  app.post('/admin/phones/:number/pairing-code', async (c) => {
    const phone = phoneAt(c)
    await phone.enterPairingCode((await bodyOf(c, bodies.pairingCode)).code)
    return c.json(describe(phone))
  })
  app.post('/admin/phones/:number/unlink', async (c) => {
    const phone = phoneAt(c)
    await phone.unlink()
    return c.json(describe(phone))
  })
  app.post('/admin/phones/:number/send', async (c) => {
    const { to, text: message } = await bodyOf(c, bodies.send)
    return c.json({ id: await phoneAt(c).sendText(to, message) }, 201)
  })
  app.get('/admin/phones/:number/files/:message', (c) => {
    const file = phoneAt(c).openFile(c.req.param('message'))
    return file ? answerFile(c, file) : c.json({ error: 'no such file' }, 404)
  })
  app.post('/admin/phones/:number/read', async (c) => {
    await phoneAt(c).markRead((await bodyOf(c, bodies.read)).peer)
    return c.json({})
  })
}

const SHOWN_IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Images are shown; everything else is saved, lest a file from a stranger runs beside the admin API. */
function answerFile(c: Context, { media, content }: OpenedFile) {
  const isShown = SHOWN_IMAGES.includes(media.mime)
  const name = encodeURIComponent(media.fileName ?? media.kind)
  return c.body(Uint8Array.from(content), 200, {
    'content-type': isShown ? media.mime : 'application/octet-stream',
    'content-disposition': isShown ? 'inline' : `attachment; filename*=UTF-8''${name}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
  })
}

function addFaultRoutes(app: Hono, faults: SimulatorFaults) {
  app.get('/admin/faults', (c) => c.json(faults.settings()))
  app.patch('/admin/faults', async (c) => {
    Object.assign(faults, await bodyOf(c, bodies.faults))
    return c.json(faults.settings())
  })
  app.post('/admin/faults', async (c) => {
    const fault = await bodyOf(c, bodies.fault)
    if (fault.kind === 'streamError') faults.streamError(fault.number, fault.code)
    else if (fault.kind === 'corruptNext') faults.corruptNext()
    else if ('number' in fault) faults[fault.kind](fault.number)
    else faults[fault.kind](fault.code)
    return c.json({})
  })
}

function describe(phone: SimulatedPhone) {
  const { number, name, jid, lid, linked, autoRead } = phone
  const receivedLog = phone.receivedLog.map(({ id, from, text: received, at }) => ({ id, from, text: received, at }))
  return { number, name, jid, lid, linked, autoRead, chats: phone.chats(), receivedLog }
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

async function bodyOf<T extends v.GenericSchema>(c: Context, schema: T): Promise<v.InferOutput<T>> {
  const result = v.safeParse(schema, await c.req.json().catch(() => undefined))
  if (!result.success) throw new BadRequest(result.issues.map(({ message }) => message).join('; '))
  return result.output
}
