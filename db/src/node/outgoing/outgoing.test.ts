// The guard around requests to addresses that people chose, against a server on this machine that behaves in every bad way.
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createOutgoing, OutgoingError, retryAfterOf } from './outgoing.ts'

let server: Server
let origin: string
let port: number
let asked: string[] = []
const answers: Record<string, RequestListener> = {
  '/ok': (request, response) => {
    request.pipe(response.writeHead(201, { 'x-is': 'it' }))
  },
  '/hello': (_, response) => response.end('olá'),
  '/huge': (_, response) => {
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  },
  '/silent': () => undefined,
  '/drip': (_, response) => {
    const timer = setInterval(() => response.write('.'), 5)
    response.on('close', () => clearInterval(timer))
  },
  '/cut': (_, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('begun')
    setImmediate(() => response.destroy())
  },
  '/elsewhere': (_, response) => response.writeHead(302, { location: '/hello' }).end(),
  '/packed': (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'),
  '/upgrade': (_, response) => response.writeHead(101, { upgrade: 'x', connection: 'upgrade' }).end(),
  '/limited': (_, response) => response.writeHead(429, { 'retry-after': '7' }).end('{"error":"slow down"}'),
}
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const status = /^\/status\/(\d+)$/.exec(request.url ?? '')?.[1]
    if (status) response.writeHead(Number(status)).end()
    else answers[request.url ?? '']?.(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  port = (server.address() as AddressInfo).port
  origin = `http://127.0.0.1:${port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => (asked = []))

const inTests = createOutgoing({ allowLoopback: true })
const onServers = createOutgoing({ allowLoopback: false })

describe('an address that is not public is never asked', () => {
  test.each([
    'http://127.0.0.1:PORT/hello',
    'http://127.1:PORT/hello',
    'http://2130706433:PORT/hello',
    'http://0x7f000001:PORT/hello',
    'http://0177.0.0.1:PORT/hello',
    'http://[::1]:PORT/hello',
    'http://[::ffff:127.0.0.1]:PORT/hello',
    'http://[::ffff:7f00:1]:PORT/hello',
    'http://[::127.0.0.1]:PORT/hello',
    'http://localhost:PORT/hello',
    'http://localhost.:PORT/hello',
    'http://a.localhost:PORT/hello',
    'http://0:PORT/hello',
    'http://１２７.０.０.１:PORT/hello',
  ])('%s', async (url) => {
    expect(await onServers.send({ url: url.replace('PORT', String(port)) })).toMatchObject({
      kind: 'refused',
      reason: 'address',
      status: null,
    })
    expect(asked).toEqual([])
  })

  test.each([
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://192.0.2.1/',
    'https://198.18.0.1/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fec0::1]/',
    'https://[ff02::1]/',
    'https://[2001:db8::1]/',
    'https://[2002:7f00:1::]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::7f00:1]/',
    'https://[::ffff:10.1.2.3]/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
  ])('%s, not even where loopback is allowed', async (url) => {
    for (const client of [onServers, inTests]) {
      expect(await client.send({ url })).toMatchObject({ kind: 'refused', reason: 'address' })
    }
  })

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'javascript:alert(1)',
    'https://user:secret@example.com/',
    'https://user@127.0.0.1/',
    'https:///',
    'nothing',
    '',
    `https://example.com/${'a'.repeat(2000)}`,
  ])('%s is no address', async (url) => {
    expect(await inTests.send({ url })).toMatchObject({ kind: 'refused', reason: 'url' })
  })

  test('http is refused for what carries a key', async () => {
    const plain = await onServers.send({ url: 'http://example.com/', httpsOnly: true })
    expect(plain).toMatchObject({ kind: 'refused', reason: 'url' })
  })
})

describe('a name', () => {
  let lookups = 0
  beforeEach(() => (lookups = 0))
  const leadingTo = (...turns: string[][]): LookupFunction => {
    return (_, { all }, callback) => {
      const addresses = turns[Math.min(lookups++, turns.length - 1)] ?? []
      if (all)
        callback(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
      else callback(null, addresses[0] ?? '', 4)
    }
  }
  const url = () => `http://rebind.example:${port}/hello`

  test.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['93.184.215.14', '127.0.0.1']],
    [['::ffff:127.0.0.1']],
    [['fd00::1']],
    [['::7f00:1']],
    [['93.184.215.14', 'fec0::1']],
  ])('that leads to %j is refused after DNS', async (addresses) => {
    const client = createOutgoing({ allowLoopback: false, lookup: leadingTo(addresses) })
    expect(await client.send({ url: url() })).toMatchObject({ kind: 'refused', reason: 'address' })
    expect(asked).toEqual([])
  })

  test('is asked once: the address that was looked at is the one that is called, whatever it leads to next', async () => {
    const client = createOutgoing({ allowLoopback: true, lookup: leadingTo(['127.0.0.1'], ['10.0.0.1']) })
    expect(await client.send({ url: url() })).toMatchObject({ kind: 'done' })
    expect(lookups).toBe(1)
    expect(await client.send({ url: url() })).toMatchObject({ kind: 'refused', reason: 'address' })
    expect(asked).toEqual(['/hello'])
  })

  test('that nobody knows may be known later', async () => {
    const lookup: LookupFunction = (_, __, callback) =>
      callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), '', 0)
    const outcome = await createOutgoing({ allowLoopback: false, lookup }).send({ url: url() })
    expect(outcome).toMatchObject({ kind: 'later', reason: 'unreachable', detail: 'ENOTFOUND' })
  })
})

describe('an answer', () => {
  test('comes whole, with what was sent', async () => {
    const body = JSON.stringify({ text: 'olá' })
    const outcome = await inTests.send({ url: `${origin}/ok`, body })
    expect(outcome).toMatchObject({ kind: 'done', status: 201, headers: { 'x-is': 'it' } })
    expect(outcome.body.toString()).toBe(body)
  })

  test('that leads elsewhere is not followed', async () => {
    expect(await inTests.send({ url: `${origin}/elsewhere` })).toMatchObject({ kind: 'refused', reason: 'redirect' })
    expect(asked).toEqual(['/elsewhere'])
  })

  test('without end is cut off at its limit', async () => {
    const url = `${origin}/huge`
    expect(await inTests.send({ url })).toMatchObject({ kind: 'refused', reason: 'too-large', status: 200 })
    const cut = await inTests.send({ url, maxAnswerBytes: 1000, cutAnswer: true })
    expect(cut).toMatchObject({ kind: 'done', status: 200 })
    expect(cut.body).toHaveLength(1000)
  })

  test.each(['/silent', '/drip'])('that takes too long is given up: %s', async (path) => {
    expect(await inTests.send({ url: origin + path, timeoutMs: 60 })).toMatchObject({
      kind: 'later',
      reason: 'timeout',
    })
  })

  test('that breaks off may be whole later', async () => {
    expect(await inTests.send({ url: `${origin}/cut` })).toMatchObject({ kind: 'later', reason: 'unreachable' })
  })

  test('that is packed or no HTTP any more is not read', async () => {
    expect(await inTests.send({ url: `${origin}/packed` })).toMatchObject({ kind: 'refused', reason: 'encoded' })
    expect(await inTests.send({ url: `${origin}/upgrade` })).toMatchObject({ kind: 'later', reason: 'unreachable' })
  })

  test('that is an error says what, and when to come again', async () => {
    const outcome = await inTests.send({ url: `${origin}/limited` })
    expect(outcome).toMatchObject({ kind: 'later', reason: 'status', status: 429, retryAfter: 7 })
    expect(outcome.body.toString()).toBe('{"error":"slow down"}')
  })

  test.each([
    [400, 'refused'],
    [401, 'refused'],
    [404, 'gone'],
    [408, 'later'],
    [410, 'gone'],
    [500, 'later'],
    [503, 'later'],
  ])('%i is %s', async (status, kind) => {
    expect(await inTests.send({ url: `${origin}/status/${status}` })).toMatchObject({ kind, status })
  })

  test('is read as it comes, until the reader has enough or the time is over', async () => {
    const stream = await inTests.open({ url: `${origin}/drip` })
    if (!('chunks' in stream)) throw new Error('it did not begin')
    for await (const chunk of stream.chunks) {
      expect(chunk.toString()).toMatch(/^\.+$/)
      break
    }
    // Time to begin, whatever else the machine does.
    const slow = await inTests.open({ url: `${origin}/drip`, timeoutMs: 1_500 })
    if (!('chunks' in slow)) throw new Error('it did not begin')
    const reading = (async () => {
      for await (const chunk of slow.chunks) void chunk
    })()
    await expect(reading).rejects.toThrow(OutgoingError)
    await expect(reading).rejects.toMatchObject({ failure: { kind: 'later', reason: 'timeout' } })
  })
})

test('who asked can end it', async () => {
  const cancelled = AbortSignal.abort()
  const outcome = await inTests.send({ url: `${origin}/silent`, signal: cancelled })
  expect(outcome).toMatchObject({ kind: 'later', reason: 'cancelled' })
})

test('a header that HTTP does not have is refused, and told to nobody', async () => {
  const outcome = await inTests.send({ url: `${origin}/hello`, headers: { authorization: 'a\r\nx: y' } })
  expect(outcome).toMatchObject({ kind: 'refused', reason: 'url' })
  expect(JSON.stringify(outcome)).not.toContain('x: y')
})

test('nobody there is later', async () => {
  const closed = createServer()
  await new Promise<void>((resolve) => {
    closed.listen(0, '127.0.0.1', resolve)
  })
  const { port: free } = closed.address() as AddressInfo
  await new Promise((resolve) => closed.close(resolve))
  const outcome = await inTests.send({ url: `http://127.0.0.1:${free}/` })
  expect(outcome).toMatchObject({ kind: 'later', reason: 'unreachable', detail: 'ECONNREFUSED' })
})

test('Retry-After is seconds or a date, and never more than a day', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(retryAfterOf('30', now)).toBe(30)
  expect(retryAfterOf('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60)
  expect(retryAfterOf('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0)
  expect(retryAfterOf('9999999', now)).toBe(86_400)
  expect(retryAfterOf('soon', now)).toBeNull()
})
