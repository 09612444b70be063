import { proto, type WAMessage, type WAMessageContent } from '@whiskeysockets/baileys'
import { expectCheap, expectCheapToRead, longest } from 'db/kit/texts/test-hostile-texts.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callOf } from './calls.ts'
import { caps, cleanId, cleanLine } from './clean.ts'
import { decode, type Decoded } from './decode.ts'
import { personOf } from './news.ts'
import { hostileMessage } from './test-messages.ts'
import { readVcard } from './vcard.ts'

const me = { number: '5511900000001', lid: '900' }
const lid = '123456789@lid'

const received = (message: WAMessageContent, more: Partial<WAMessage> = {}): WAMessage => ({
  key: { id: 'ID1', remoteJid: lid, fromMe: false },
  messageTimestamp: 1_700_000_000,
  message,
  ...more,
})

function messageOf(message: WAMessageContent, more: Partial<WAMessage> = {}) {
  const decoded = decode(received(message, more), me)
  if (decoded.kind !== 'message') throw new Error(JSON.stringify(decoded))
  return decoded.message
}

describe('names and other single lines', () => {
  test.each([
    ['Ana Souza', 'Ana Souza'],
    ['  Ana\n\tSouza ', 'Ana Souza'],
    ['\u202Eanirac', 'anirac'],
    ['\u2067\u2066Ana\u2069', 'Ana'],
    ['علي حسن', 'علي حسن'],
    ['👩‍👩‍👧 Lima', '👩‍👩‍👧 Lima'],
    ['\u200B\u200D\uFEFF', ''],
    ['\u3164', ''],
    ['\u2800\u2800', ''],
    ['a\0b\u001Bc\uD800', 'abc\uFFFD'],
    ['A'.repeat(255), 'A'.repeat(255)],
    ['A'.repeat(10_000), `${'A'.repeat(254)}…`],
    [`${'A'.repeat(253)}👩‍👩‍👧${'A'.repeat(253)}`, `${'A'.repeat(253)}…`],
  ])('%#', (text, line) => {
    expect(cleanLine(text)).toBe(line)
  })

  test('a push name and a name that WhatsApp verified too', () => {
    expect(messageOf({ conversation: 'oi' }, { pushName: '\u202Ekcab\nAna' }).contact.pushName).toBe('kcab Ana')
    expect(personOf({ id: lid, verifiedName: `\u202E${'z'.repeat(9_999)}` })?.pushName).toBe(`${'z'.repeat(254)}…`)
  })
})

describe('file names', () => {
  const nameOf = (fileName: string) => messageOf({ documentMessage: { fileName } }).file?.name ?? null
  test.each([
    ['nota fiscal.pdf', 'nota fiscal.pdf'],
    ['../../etc/passwd', 'passwd'],
    [String.raw`C:\Windows\system32\cmd.exe`, 'cmd.exe'],
    ['photo\u202Egpj.exe', 'photogpj.exe'],
    ['a\r\nContent-Type: text/html', 'html'],
    ['a\0.pdf', 'a.pdf'],
    ['con.txt', '_con.txt'],
    ['LPT1', '_LPT1'],
    ['console.txt', 'console.txt'],
    ['..', null],
    ['.htaccess', 'htaccess'],
    ['relatório "final"?.pdf', 'relatório _final__.pdf'],
    ['evil.exe. .', 'evil.exe'],
  ])('%j becomes %j', (fileName, name) => {
    expect(nameOf(fileName)).toBe(name)
  })

  test('a long one keeps its ending', () => {
    expect(nameOf(`${'a'.repeat(10_000)}.pdf`)).toBe(`${'a'.repeat(250)}….pdf`)
    expect(nameOf(`a.${'b'.repeat(10_000)}`)).toHaveLength(255)
  })
})

describe('texts', () => {
  test('as long as WhatsApp allows are kept whole; of longer ones the row says so', () => {
    const whole = 'ação '.repeat(13_107).slice(0, longest)
    expect(messageOf({ conversation: whole })).toMatchObject({ body: whole, details: null })
    const cut = messageOf({ conversation: `${'a'.repeat(longest - 1)}👍 e mais` })
    expect(cut).toMatchObject({ body: 'a'.repeat(longest - 1), details: { isCut: true } })
    const caption = messageOf({ imageMessage: { caption: 'b'.repeat(longest + 1) } })
    expect(caption).toMatchObject({ body: 'b'.repeat(longest), details: { isCut: true } })
  })

  test('an edit too', () => {
    const protocolMessage = { type: 14, key: { id: 'T' }, editedMessage: { conversation: 'c'.repeat(longest + 9) } }
    const decoded = decode(received({ protocolMessage }), me)
    const change = { kind: 'edit', body: 'c'.repeat(longest), isCut: true }
    expect(decoded).toMatchObject({ kind: 'change', change: { change } })
  })

  test('a long quote is cut between characters', () => {
    const contextInfo = { stanzaId: 'Q', quotedMessage: { conversation: 'x'.repeat(999) + '👍👍' } }
    const { quoted } = messageOf({ extendedTextMessage: { text: 'sim', contextInfo } })
    expect(quoted?.body).toBe('x'.repeat(999))
  })
})

describe('reactions', () => {
  const reaction = (text: string) => decode(received({ reactionMessage: { key: { id: 'T' }, text } }), me)
  test.each(['👍', '👨‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '🇧🇷', '1️⃣', '❤', ''])('%j is one', (emoji) => {
    expect(reaction(emoji)).toMatchObject({ kind: 'change', change: { change: { kind: 'reaction', emoji } } })
  })
  test.each(['oi', '<b>', '👍👍', '👍'.repeat(32_768), 'a'.repeat(longest), `👍${'\u200D👍'.repeat(999)}`])(
    'what is no emoji is none',
    (text) => {
      expect(reaction(text)).toEqual({ kind: 'ignored', reason: 'notEmoji' })
    },
  )
})

describe('places', () => {
  test.each([
    [Number.NaN, 0],
    [1e308, 0],
    [90.01, 0],
    [0, -181],
    [Number.POSITIVE_INFINITY, 0],
  ])('%d, %d is nowhere', (degreesLatitude, degreesLongitude) => {
    const message = messageOf({ locationMessage: { degreesLatitude, degreesLongitude, name: 'Loja' } })
    expect(message).toMatchObject({ mediaType: 'unsupported', body: 'Loja', details: { unsupported: 'location' } })
  })

  test('one without degrees is none', () => {
    expect(messageOf({ locationMessage: { name: 'Loja' } }).mediaType).toBe('unsupported')
  })

  test('names and addresses stand on a line', () => {
    const place = {
      degreesLatitude: 1,
      degreesLongitude: 2,
      name: 'a\n'.repeat(9) + 'b'.repeat(9_999),
      address: '\u202Ec'.repeat(9_999),
    }
    const { location } = messageOf({ locationMessage: place }).details ?? {}
    expect(location?.name).toHaveLength(caps.line)
    expect(location?.address).toBe(`${'c'.repeat(caps.address - 1)}…`)
  })
})

describe('lists', () => {
  test('of thousands of people and options the first are kept, and the row says so', () => {
    const contacts = Array.from({ length: 1_000 }, (_, n) => ({ vcard: `FN:Pessoa ${n}\nTEL:551190000${1_000 + n}` }))
    const people = messageOf({ contactsArrayMessage: { contacts } }).details
    expect(people).toMatchObject({ isCut: true })
    expect(people?.contacts).toHaveLength(caps.contacts)
    const options = Array.from({ length: 10_000 }, () => ({ optionName: 'x'.repeat(9_999) }))
    const poll = messageOf({ pollCreationMessage: { name: 'Qual?', options, selectableOptionsCount: -5 } }).details
    expect(poll).toMatchObject({ isCut: true, poll: { selectable: 0 } })
    expect(poll?.poll?.options).toEqual(Array.from({ length: caps.options }, () => `${'x'.repeat(254)}…`))
  })

  test('a card with a picture of megabytes before its number still has the number', () => {
    const picture = `PHOTO;ENCODING=b:${'QUJD'.repeat(1_250_000)}`
    const vcard = ['BEGIN:VCARD', 'FN:Ana', picture, ' QUJD'.repeat(99), 'TEL;waid=5511977776666:x', 'END:VCARD']
    expectCheap(700, () => readVcard(vcard.join('\r\n'), ''))
    expect(readVcard(vcard.join('\r\n'), '')).toEqual({ name: 'Ana', numbers: ['5511977776666'] })
  })
})

describe('numbers and times', () => {
  test('that can’t be are left out', () => {
    const file = { width: 2_000_000, height: -1, fileLength: -5, seconds: 4_294_967_295, mimetype: 'text/html\nX: y' }
    const message = messageOf({ videoMessage: { ...file, jpegThumbnail: new Uint8Array(10_000_000) } })
    expect(message.file).toMatchObject({ width: null, height: null, size: null, mime: null, thumbnail: null })
    expect(message.details).toEqual({})
  })

  test('a day ahead and 2009 are the ends of time', () => {
    const at = (messageTimestamp: unknown) =>
      messageOf({ conversation: 'oi' }, { messageTimestamp: messageTimestamp as number }).sentAt.getTime()
    const now = Date.now() / 1000
    expect(at(now + 3_600)).toBe((now + 3_600) * 1000)
    for (const odd of [0, 1, 1e9, now + 100_000, 4_000_000_000, 1e300, -1, Number.NaN, { toString: () => 'x' }]) {
      expect(Math.abs(at(odd) - Date.now())).toBeLessThan(5_000)
    }
    const call = callOf(
      { id: 'c', chatId: lid, from: lid, date: new Date(Number.NaN), status: 'timeout', offline: false },
      me,
    )
    expect(Math.abs((call?.at.getTime() ?? 0) - Date.now())).toBeLessThan(5_000)
  })
})

describe('ids and addresses', () => {
  test('an odd id becomes another, the same each time', () => {
    expect(cleanId('3EB0/a:b')).toBe('3EB0/a:b')
    const odd = ['x'.repeat(100_000), 'a b', 'á', '']
    for (const id of odd) expect(cleanId(id)).toMatch(/^odd-[\w-]{43}$/)
    expect(new Set(odd.map(cleanId)).size).toBe(odd.length)
    expect(cleanId('a b')).toBe(cleanId('a b'))
  })

  test('an address of a thousand digits, or of a group that is none, is no chat', () => {
    for (const remoteJid of [`${'1'.repeat(1_000)}@lid`, `${'1'.repeat(1_000)}@g.us`, '../x@g.us', '@g.us']) {
      const decoded = decode(received({ conversation: 'oi' }, { key: { id: 'A', remoteJid, fromMe: false } }), me)
      expect(decoded.kind).toBe('ignored')
    }
  })
})

const onLines = new Set(['pushName', 'name', 'title', 'options', 'unsupported', 'mime'])
const ids = new Set(['whatsappId', 'targetId', 'lid', 'number'])

/** The longest that a text may be where it stands. */
function capOf(path: readonly string[]): number {
  const field = path.findLast((name) => !/^\d+$/.test(name)) ?? ''
  if (ids.has(field)) return caps.id
  if (onLines.has(field)) return caps.line
  if (field === 'body') return path.includes('quoted') ? caps.quote : caps.body
  return caps.url
}

function expectClean(value: unknown, path: readonly string[] = []) {
  const at = path.join('.')
  if (typeof value === 'string') {
    expect(value.length, at).toBeLessThanOrEqual(capOf(path))
    expect(value.isWellFormed() && !value.includes('\0'), at).toBe(true)
  } else if (typeof value === 'number') expect(Number.isFinite(value), at).toBe(true)
  else if (value instanceof Date) expect(value.getTime(), at).toBeGreaterThan(0)
  else if (value instanceof Uint8Array) expect(value.length, at).toBeLessThanOrEqual(caps.thumbnail)
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) expectClean(inner, [...path, name])
}

const kept = (decoded: Decoded) =>
  decoded.kind === 'message' ? decoded.message : decoded.kind === 'change' ? decoded.change : null

/** As it comes from the wire, when it can be on it. */
function overWire(raw: WAMessage): WAMessage | null {
  try {
    return { ...raw, message: proto.Message.decode(proto.Message.encode(raw.message ?? {}).finish()) }
  } catch {
    return null
  }
}

test('whatever is sent, reading it does not throw, and what is kept of it can be', () => {
  const property = fc.property(hostileMessage, (raw) => {
    for (const way of [raw, overWire(raw)]) {
      const found = way && kept(decode(way, me))
      if (!found) continue
      expectClean(found)
      expect(JSON.stringify(found).length).toBeLessThan(1_000_000)
    }
  })
  // Counterexamples are too long to be read.
  const { failed, seed, counterexamplePath, errorInstance: cause } = fc.check(property, { numRuns: 1_500 })
  if (failed) throw new Error(`seed ${seed}, path ${counterexamplePath}`, { cause })
})

test('64 KB of anything are read at once', () => {
  expectCheapToRead(700, (text) => {
    messageOf(
      { extendedTextMessage: { text: text || 'a', matchedText: text, title: text, description: text } },
      { pushName: text },
    )
    messageOf({ documentMessage: { caption: text, fileName: text, mimetype: text } })
    messageOf({ contactMessage: { displayName: '', vcard: `FN:${text}\nTEL;waid=${text}` } })
    decode(received({ reactionMessage: { key: { id: text }, text } }), me)
  })
})

test('shells within shells come to an end', () => {
  const nested = (depth: number, shell: string) => {
    let message: WAMessageContent = { conversation: 'fundo' }
    for (let n = 0; n < depth; n++) message = { [shell]: { message } }
    return message
  }
  for (const shell of [
    'ephemeralMessage',
    'viewOnceMessage',
    'deviceSentMessage',
    'lottieStickerMessage',
    'editedMessage',
  ]) {
    expect(messageOf(nested(1_000, shell)).mediaType).toBe('unsupported')
    expect(messageOf(nested(3, shell)).body).toBe('fundo')
  }
  let quotedMessage: WAMessageContent = { conversation: 'fundo' }
  for (let n = 0; n < 1_000; n++) {
    quotedMessage = { extendedTextMessage: { text: `${n}`, contextInfo: { stanzaId: 'Q', quotedMessage } } }
  }
  expect(messageOf(quotedMessage).quoted?.body).toBe('998')
})
