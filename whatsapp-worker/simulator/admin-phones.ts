// The admin API of the phones: everything that a person does with one, as a request each.

import { proto } from '@whiskeysockets/baileys'
import type { Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type * as v from 'valibot'
import { BadRequest, bodies, bodyOf, checked, fileQuery } from './admin-requests.ts'
import { digitsOf } from './jids.ts'
import type { SimulatedPhone } from './phone/phone.ts'
import type { WhatsAppServer } from './server/whatsapp-server.ts'

const MAX_FILE_BYTES = 64 * 1024 * 1024

type OpenedFile = NonNullable<ReturnType<SimulatedPhone['openFile']>>
type PhoneAt = (c: Context) => SimulatedPhone

export function addPhoneRoutes(app: Hono, server: WhatsAppServer) {
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
    const { autoRead = phone.autoRead, needsPasskey = phone.needsPasskey } = await bodyOf(c, bodies.settings)
    Object.assign(phone, { autoRead, needsPasskey })
    return c.json(describe(phone))
  })
  addLinkRoutes(app, phoneAt)
  addSendRoutes(app, phoneAt)
  addFileRoutes(app, phoneAt)
  addChangeRoutes(app, phoneAt)
  addPresenceRoutes(app, phoneAt)
}

function addLinkRoutes(app: Hono, phoneAt: PhoneAt) {
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
}

function addSendRoutes(app: Hono, phoneAt: PhoneAt) {
  app.post('/admin/phones/:number/send', async (c) => {
    const { to, text, quoted, mentions, forwarded } = await bodyOf(c, bodies.send)
    const options = { ...(quoted && { quoted }), ...(mentions && { mentions }), ...(forwarded && { forwarded }) }
    return c.json({ id: await phoneAt(c).sendText(to, text, options) }, 201)
  })
  app.post('/admin/phones/:number/location', async (c) => {
    const { to, ...place } = await bodyOf(c, bodies.location)
    return c.json({ id: await phoneAt(c).sendLocation(to, place) }, 201)
  })
  app.post('/admin/phones/:number/contacts', async (c) => {
    const { to, contacts } = await bodyOf(c, bodies.contacts)
    return c.json({ id: await phoneAt(c).sendContacts(to, contacts) }, 201)
  })
  app.post('/admin/phones/:number/poll', async (c) => {
    const { to, ...poll } = await bodyOf(c, bodies.poll)
    return c.json({ id: await phoneAt(c).sendPoll(to, poll) }, 201)
  })
  // Whatever WhatsApp's format takes, by its names, bytes in base64: what no app makes, and somebody may.
  app.post('/admin/phones/:number/content', async (c) => {
    const { to, content } = await bodyOf(c, bodies.content)
    return c.json({ id: await phoneAt(c).sendContent(to, proto.Message.fromObject(content)) }, 201)
  })
  app.post('/admin/phones/:number/unknown', async (c) => {
    const { to } = await bodyOf(c, bodies.recipient)
    return c.json({ id: await phoneAt(c).sendUnknown(to) }, 201)
  })
}

function addFileRoutes(app: Hono, phoneAt: PhoneAt) {
  const limit = bodyLimit({ maxSize: MAX_FILE_BYTES })
  app.post('/admin/phones/:number/files', limit, async (c) => {
    const query = checked(c.req.query(), fileQuery)
    const content = Buffer.from(await c.req.arrayBuffer())
    if (content.length === 0) throw new BadRequest('the file is empty')
    return c.json({ id: await sendFile(phoneAt(c), content, query) }, 201)
  })
  app.get('/admin/phones/:number/files/:message', (c) => {
    const file = phoneAt(c).openFile(c.req.param('message'))
    return file ? answerFile(c, file) : c.json({ error: 'no such file' }, 404)
  })
  app.put('/admin/phones/:number/picture', limit, async (c) => {
    const phone = phoneAt(c)
    await phone.setPicture(Buffer.from(await c.req.arrayBuffer()))
    return c.json(describe(phone))
  })
  app.delete('/admin/phones/:number/picture', (c) => {
    const phone = phoneAt(c)
    phone.removePicture()
    return c.json(describe(phone))
  })
}

function sendFile(phone: SimulatedPhone, content: Buffer, query: v.InferOutput<typeof fileQuery>) {
  const { to, kind, name, mime, caption, seconds, viewOnce, quoted } = query
  const file = { ...(mime && { mime }), ...(caption && { caption }) }
  const options = quoted ? { quoted } : {}
  const length = seconds ? { seconds } : {}
  if (kind === 'image') return phone.sendImage(to, content, { ...file, ...(viewOnce && { viewOnce }) }, options)
  if (kind === 'video') return phone.sendVideo(to, content, { ...file, ...length }, options)
  if (kind === 'document') return phone.sendDocument(to, content, { ...file, name }, options)
  if (kind === 'sticker') return phone.sendSticker(to, content, mime ? { mime } : {}, options)
  return phone.sendAudio(to, content, { ...(mime && { mime }), ...length, voice: kind === 'voice' }, options)
}

function addChangeRoutes(app: Hono, phoneAt: PhoneAt) {
  app.post('/admin/phones/:number/react', async (c) => {
    const { message, emoji } = await bodyOf(c, bodies.reaction)
    return c.json({ id: await phoneAt(c).react(message, emoji) }, 201)
  })
  app.post('/admin/phones/:number/edit', async (c) => {
    const { message, text } = await bodyOf(c, bodies.edit)
    return c.json({ id: await phoneAt(c).edit(message, text) }, 201)
  })
  app.post('/admin/phones/:number/revoke', async (c) => {
    const { message } = await bodyOf(c, bodies.message)
    return c.json({ id: await phoneAt(c).revoke(message) }, 201)
  })
  app.post('/admin/phones/:number/read', async (c) => {
    await phoneAt(c).markRead((await bodyOf(c, bodies.read)).peer)
    return c.json({})
  })
  app.post('/admin/phones/:number/played', async (c) => {
    await phoneAt(c).markPlayed((await bodyOf(c, bodies.message)).message)
    return c.json({})
  })
}

function addPresenceRoutes(app: Hono, phoneAt: PhoneAt) {
  app.post('/admin/phones/:number/typing', async (c) => {
    const { to, state } = await bodyOf(c, bodies.typing)
    phoneAt(c).typing(to, state)
    return c.json({})
  })
  app.post('/admin/phones/:number/call', async (c) => {
    const { to, video } = await bodyOf(c, bodies.call)
    return c.json({ id: await phoneAt(c).call(to, { video }) }, 201)
  })
  app.post('/admin/phones/:number/hang-up', async (c) => {
    phoneAt(c).hangUp((await bodyOf(c, bodies.hangUp)).call)
    return c.json({})
  })
}

const SHOWN = /^(?:image\/(?:png|jpeg|webp|gif)|audio\/(?:ogg|mpeg|mp4|webm|wav)|video\/(?:mp4|webm))$/

/** Pictures and sound are shown; everything else is saved, lest a file from a stranger runs beside the admin API. */
function answerFile(c: Context, { media, content }: OpenedFile) {
  const type = media.mime.split(';')[0]?.trim() ?? ''
  const isShown = SHOWN.test(type)
  const name = encodeURIComponent(media.fileName ?? media.kind)
  return c.body(Uint8Array.from(content), 200, {
    'content-type': isShown ? type : 'application/octet-stream',
    'content-disposition': isShown ? 'inline' : `attachment; filename*=UTF-8''${name}`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
  })
}

function describe(phone: SimulatedPhone) {
  const { number, name, jid, lid, linked, autoRead, needsPasskey } = phone
  const receivedLog = phone.receivedLog.map(({ id, from, text: received, kind, targetId, group, at }) => ({
    id,
    from,
    text: received,
    kind,
    ...(targetId && { targetId }),
    ...(group && { group }),
    at,
  }))
  return { number, name, jid, lid, linked, autoRead, needsPasskey, chats: phone.chats(), receivedLog }
}
