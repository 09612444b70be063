// Company A at its worst, as a process of its own that has the processor only when nobody else wants it: attackers bring their own.
// Started with {url, tokens, kind} as JSON argument; goes on until it is killed. Prints each second how many answers of each status came.
import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { setPriority } from 'node:os'
import { utils, write } from '@e965/xlsx'

export type AttackKind = 'reads' | 'lists' | 'uploads' | 'imports' | 'live' | 'bodies'

export interface Attack {
  url: string
  tokens: readonly string[]
  kind: AttackKind
}

setPriority(19)
const [argument] = process.argv.slice(2)
const { url, tokens, kind } = JSON.parse(argument ?? '{}') as Attack
const answers = new Map<number, number>()
setInterval(() => {
  console.log(JSON.stringify(Object.fromEntries(answers)))
  answers.clear()
}, 1000)

async function ask(
  token: string,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) {
  try {
    const headers = { authorization: `Bearer ${token}`, origin: url, ...init.headers }
    const response = await fetch(`${url}/api${path}`, { ...init, headers })
    await response.arrayBuffer()
    answers.set(response.status, (answers.get(response.status) ?? 0) + 1)
  } catch {
    answers.set(0, (answers.get(0) ?? 0) + 1)
  }
}

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** The dearest of each kind that the API offers to anybody who works here. */
const attacks: Record<AttackKind, (token: string, turn: number) => Promise<void>> = {
  reads: (token, turn) => ask(token, `/tickets?showAll=true&searchParam=${encodeURIComponent(`pedidos ${turn % 9}`)}`),
  lists: (token) => ask(token, '/contacts/list'),
  async uploads(token) {
    const content = randomBytes(4 * 1024 * 1024)
    const hash = createHash('sha256').update(content).digest('hex')
    const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    const metadata = `sha256 ${Buffer.from(hash).toString('base64')}`
    const headers = { ...tus, 'upload-length': String(content.length), 'upload-metadata': metadata }
    await ask(token, '/uploads', { method: 'POST', headers, body: content })
  },
  imports(token) {
    const body = new FormData()
    body.set('file', new File([sheet], 'contatos.xlsx'))
    return ask(token, '/contacts/import-sheet', { method: 'POST', body })
  },
  live: (token) =>
    ask(token, '/shapes/changes', json({ wait: true, shapes: [{ name: 'tickets', handle: 'none', offset: '0_inf' }] })),
  /** From nobody and from somebody in turns: nesting without end, a body that lacks its last byte, and as many values as are taken. */
  bodies(token, turn) {
    const path = turn % 2 === 0 ? '/auth/login' : '/mutations'
    if (turn % 3 === 0) return sendUnfinished(token, path)
    return ask(token, path, { ...json({}), body: turn % 4 === 1 ? wide : nesting })
  },
}

/** Holds the connection until the server ends it. */
async function sendUnfinished(token: string, path: string) {
  const { hostname, port } = new URL(url)
  const length = 8_000_000
  const head = [`POST /api${path} HTTP/1.1`, `host: ${hostname}`, `authorization: Bearer ${token}`]
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  socket.write([...head, 'content-type: application/json', `content-length: ${length}`, '', ''].join('\r\n'))
  socket.write(`"${'x'.repeat(length - 2)}`)
  socket.resume()
  await new Promise((resolve) => socket.once('close', resolve))
  answers.set(0, (answers.get(0) ?? 0) + 1)
}

const nesting = kind === 'bodies' ? '['.repeat(8_300_000) : ''
const wide = kind === 'bodies' ? `{"mutations":[${`"${'x'.repeat(39)}",`.repeat(190_000)}0]}` : ''

const sheet = kind === 'imports' ? largeSheet() : new Uint8Array()

function largeSheet() {
  const rows = Array.from({ length: 20_000 }, (_, n) => [`Cliente ${n}`, `55119${10_000_000 + n}`, `c${n}@x.example`])
  const book = utils.book_new(utils.aoa_to_sheet([['nome', 'numero', 'email'], ...rows]), 'Contatos')
  return new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer)
}

const atOnce: Record<AttackKind, number> = { reads: 40, lists: 40, uploads: 20, imports: 10, live: 200, bodies: 20 }

async function goOn(worker: number) {
  const token = tokens[worker % tokens.length] ?? ''
  for (let turn = 0; ; turn++) await attacks[kind](token, turn)
}

await Promise.all(Array.from({ length: atOnce[kind] }, (_, worker) => goOn(worker)))
