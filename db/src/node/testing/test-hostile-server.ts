// A server that answers as one that wants to harm whoever asked: on a bare socket, for no library of HTTP would send it. The path says how:
// `/endless` is the body without end, whatever stands before and behind it.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { gzipSync } from 'node:zlib'

export interface HostileServer {
  /** https:// with `tls`, else http://; without a slash at its end. */
  url: string
  /** The paths that were asked for, oldest first. */
  asked: string[]
  /** How many of its connections are open. */
  open(): number
  stop(): void
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`
const whole = (body: string | Buffer, headers = '') =>
  Buffer.concat([Buffer.from(`${ok}${headers}content-length: ${body.length}\r\n\r\n`), Buffer.from(body)])

const kilobytes = (text: string) => text.repeat(Math.ceil(32_768 / text.length))

/** Each: what comes first, then what comes again for as long as it is read. */
const floods = {
  endless: [`${ok}\r\n`, kilobytes('x')],
  'endless-line': [`${ok}\r\n`, kilobytes('data: x')],
  'tiny-chunks': [chunked, kilobytes('1\r\n \r\n')],
  announcements: ['', kilobytes('HTTP/1.1 103 Early Hints\r\n\r\n')],
  headers: [ok, kilobytes('x-more: and more\r\n')],
  trailers: [`${chunked}0\r\n`, kilobytes('x-more: and more\r\n')],
  extensions: [`${chunked}1;`, kilobytes('more=and-more;')],
} as const

const answers = {
  redirect: 'HTTP/1.1 302 Found\r\nlocation: /redirect\r\ncontent-length: 0\r\n\r\n',
  'redirect-here': 'HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1/\r\ncontent-length: 0\r\n\r\n',
  'redirect-inside': 'HTTP/1.1 301 Moved\r\nlocation: http://169.254.169.254/latest\r\ncontent-length: 0\r\n\r\n',
  // A thousand times as long when it is unpacked.
  bomb: whole(gzipSync(Buffer.alloc(16 * 1024 * 1024)), 'content-encoding: gzip\r\n'),
  deep: whole('['.repeat(200_000)),
  'deep-whole': whole('{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000)),
  'many-wrong': whole(`[${'0,'.repeat(100_000)}0]`),
  'too-short': `${ok}content-length: 9\r\n\r\n{"a":1} and something behind it`,
  'too-long': `${ok}content-length: 1000000\r\n\r\n{"a":1}`,
  'two-lengths': `${ok}content-length: 1\r\ncontent-length: 200\r\n\r\n{"a":1}`,
  'negative-length': `${ok}content-length: -1\r\n\r\n{"a":1}`,
  'length-and-chunks': `${ok}content-length: 7\r\ntransfer-encoding: chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n`,
  'not-http': 'SSH-2.0-OpenSSH_9.9\r\n',
  nothing: '',
} as const

export type Hostility = keyof typeof floods | keyof typeof answers | 'drip' | 'drip-head'

export async function startHostileServer(tls?: TlsOptions): Promise<HostileServer> {
  const sockets = new Set<Socket>()
  const asked: string[] = []
  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Whoever asked is free to go.
    socket.on('error', () => {})
    socket.once('data', (head) => {
      const path = /^\w+ (\S+)/.exec(head.toString())?.[1] ?? ''
      asked.push(path)
      answer(socket, path.split(/[/?]/).find(isHostility) ?? 'nothing')
    })
  }
  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    open: () => sockets.size,
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const isHostility = (name: string): name is Hostility => name in floods || name in answers || name.startsWith('drip')

function answer(socket: Socket, how: Hostility) {
  if (how === 'drip' || how === 'drip-head') {
    socket.write(how === 'drip' ? `${ok}\r\n` : 'HTTP/1.1 200 OK\r\nx-slow: ')
    const timer = setInterval(() => socket.write('.'), 5)
    socket.on('close', () => clearInterval(timer))
  } else if (how in floods) {
    const [first, again] = floods[how as keyof typeof floods]
    const more = () => {
      while (!socket.destroyed && socket.write(again));
    }
    socket.on('drain', more)
    socket.write(first)
    more()
  } else {
    const text = answers[how as keyof typeof answers]
    if (how === 'nothing') socket.end()
    else if (how === 'too-long') socket.end(text)
    else socket.write(text)
  }
}
