// Letters as a mail server on loopback takes them, over the wire.
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { newTestCertificates } from '../pix/test-certificates.ts'
import { createMailer, MailError, type Mail } from './mail.ts'

interface Letter {
  from: string
  to: string[]
  /** Headers and body as they came. */
  source: string
}

const servers: SMTPServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise<void>((resolve) => server.close(() => resolve()))))
})

async function startServer(options: SMTPServerOptions = {}) {
  const letters: Letter[] = []
  const take = async (stream: Readable, { envelope }: SMTPServerSession, done: (error?: Error) => void) => {
    // A letter that was cut is none.
    const source = await text(stream).catch(() => null)
    if (source === null) return done(answer(451, 'cut'))
    const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
    letters.push({ from: sender, to: envelope.rcptTo.map(({ address }) => address), source })
    done()
  }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'ana' && password === 'p@ss/word' ? done(null, { user: 'ana' }) : done(new Error('no such login')),
    onRcptTo: ({ address }, _, done) =>
      address.startsWith('nobody') ? done(answer(550, `${address} is not here`)) : done(),
    onData: (stream, session, done) => void take(stream, session, done),
    ...options,
  })
  // Whoever breaks off: the tests look at what is told here.
  server.on('error', () => {})
  servers.push(server)
  const port = await new Promise<number>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return { port, url: `smtp://127.0.0.1:${port}`, letters }
}

const answer = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

const from = 'Balcão <nao-responda@balcao.example>'
const mail: Mail = { to: 'ana@padaria.example', subject: 'Sua fatura', text: 'Olá, Ana.' }

const refusal = async (sending: Promise<unknown>) => {
  const error: unknown = await sending.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof MailError)) throw new Error('it was not refused', { cause: error })
  return error
}

/** The letter's headers, long ones unfolded. */
const headersOf = ({ source }: Letter) => (source.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]/g, ' ').split('\r\n')

describe('a letter', () => {
  test('arrives once, from us, with its subject and both of its texts', async () => {
    const { url, letters } = await startServer()
    await createMailer({ url, from }).send({ ...mail, html: '<p>Oi, Ana.</p>' })
    expect(letters).toMatchObject([{ from: 'nao-responda@balcao.example', to: ['ana@padaria.example'] }])
    const [letter] = letters
    expect(headersOf(letter!)).toEqual(
      expect.arrayContaining([
        'From: =?UTF-8?Q?Balc=C3=A3o?= <nao-responda@balcao.example>',
        'To: ana@padaria.example',
        'Subject: Sua fatura',
      ]),
    )
    expect(letter?.source).toContain('Ol=C3=A1, Ana.')
    expect(letter?.source).toContain('<p>Oi, Ana.</p>')
  })

  test('arrives after a login whose password has what addresses give a meaning to', async () => {
    const { port, letters } = await startServer({ authOptional: false })
    await createMailer({ url: `smtp://ana:p%40ss%2Fword@127.0.0.1:${port}`, from }).send(mail)
    expect(letters).toHaveLength(1)
  })

  test.each(['\r\n', '\n', '\r', '\u2028', '\0', '\r\n\r\n'])(
    'has no header of who wrote its subject: %j',
    async (end) => {
      const { url, letters } = await startServer()
      await createMailer({ url, from }).send({ ...mail, subject: `Oi${end}Bcc: eva@evil.example${end}X-Evil: 1` })
      expect(letters).toMatchObject([{ to: ['ana@padaria.example'] }])
      const headers = headersOf(letters[0]!)
      expect(headers).toContain('Subject: Oi Bcc: eva@evil.example X-Evil: 1')
      expect(headers.filter((header) => /^(bcc|x-evil)/i.test(header))).toEqual([])
    },
  )

  test.each([
    'ana@padaria.example\r\nBcc: eva@evil.example',
    'ana@padaria.example\nRCPT TO:<eva@evil.example>',
    'ana@padaria.example, eva@evil.example',
    'ana@padaria.example;eva@evil.example',
    'Eva <eva@evil.example>',
    'group: eva@evil.example;',
    'ana@padaria.example>',
    'ana@@padaria.example',
    '"ana eva"@padaria.example',
    'ana',
    '',
    `${'a'.repeat(250)}@x.example`,
  ])('goes to one address or nowhere: %j', async (to) => {
    const { url, letters } = await startServer()
    expect(await refusal(createMailer({ url, from }).send({ ...mail, to }))).toMatchObject({ kind: 'rejected' })
    expect(letters).toEqual([])
  })

  test('takes nothing of this machine along', async () => {
    const { url, letters } = await startServer()
    const path = { path: import.meta.filename } as unknown as string
    await refusal(createMailer({ url, from }).send({ ...mail, text: path }))
    expect(letters).toEqual([])
  })
})

describe('what fails', () => {
  test('is refused for a recipient whom the server does not know', async () => {
    const { url, letters } = await startServer()
    const error = await refusal(createMailer({ url, from }).send({ ...mail, to: 'nobody@padaria.example' }))
    expect(error).toMatchObject({ kind: 'rejected', message: 'mail was not taken: EENVELOPE 550' })
    expect(letters).toEqual([])
  })

  test('may succeed later when the server is busy, or away', async () => {
    const busy = await startServer({ onMailFrom: (_, __, done) => done(answer(451, 'later')) })
    expect(await refusal(createMailer({ url: busy.url, from }).send(mail))).toMatchObject({ kind: 'unavailable' })
    const { url } = await startServer()
    await new Promise<void>((resolve) => servers.pop()?.close(() => resolve()))
    const error = await refusal(createMailer({ url, from }).send(mail))
    expect(error).toMatchObject({ kind: 'unavailable', message: 'mail was not taken: ESOCKET' })
  })

  test('may succeed later when the server says nothing', async () => {
    const silent = createServer()
    await once(silent.listen(0, '127.0.0.1'), 'listening')
    const url = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const error = await refusal(createMailer({ url, from, timeoutMs: 50 }).send(mail))
    expect(error).toMatchObject({ kind: 'unavailable', message: 'mail was not taken: ETIMEDOUT' })
    silent.close()
  })

  test('needs other settings when the server is not who it says', async () => {
    const { server } = await newTestCertificates()
    const { port } = await startServer({ secure: true, ...server })
    const error = await refusal(createMailer({ url: `smtps://127.0.0.1:${port}`, from }).send(mail))
    expect(error).toMatchObject({ kind: 'misconfigured', message: 'mail was not taken: ECERTIFICATE' })
  })

  test('needs other settings after a wrong password, which nobody is told', async () => {
    const { port } = await startServer()
    const error = await refusal(createMailer({ url: `smtp://ana:hunter2@127.0.0.1:${port}`, from }).send(mail))
    expect(error).toMatchObject({ kind: 'misconfigured', message: 'mail was not taken: EAUTH 535' })
    const told = `${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`
    expect(told).not.toContain('hunter2')
    expect(told).not.toContain(Buffer.from('hunter2').toString('base64').slice(0, 8))
  })

  test('is told at once of settings that are none', async () => {
    const settings = [
      { url: 'hunter2', from },
      { url: 'https://ana:hunter2@mail.example', from },
      { url: 'smtp://ana:hunter2%@mail.example', from },
      { url: 'smtp://ana:hunter2@', from },
      { url: 'smtp://mail.example', from: 'Balcão' },
      { url: 'smtp://mail.example', from: 'Balcão\r\nBcc: eva@evil.example <a@balcao.example>' },
      { url: 'smtp://mail.example', from: 'a@balcao.example, b@balcao.example' },
    ]
    for (const wrong of settings) {
      const error = await refusal(Promise.try(() => createMailer(wrong)))
      expect(error.kind).toBe('misconfigured')
      expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain('hunter2')
    }
  })
})
