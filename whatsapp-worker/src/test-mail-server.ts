// A mail server on this machine, for tests: what it took, and whether it takes anything.
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

export interface Letter {
  to: string
  subject: string
  body: string
}

/** `isAway`: it refuses every letter, as one that is overloaded does. */
export async function startTestMailServer() {
  const received: Letter[] = []
  const state = { isAway: false }
  const take = async (source: Promise<string>, { envelope }: SMTPServerSession, done: (error?: Error) => void) => {
    const letter = await PostalMime.parse(await source)
    if (state.isAway) return done(Object.assign(new Error('busy'), { responseCode: 451 }))
    const to = envelope.rcptTo.map(({ address }) => address).join()
    received.push({ to, subject: letter.subject ?? '', body: letter.text ?? '' })
    done()
  }
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => void take(text(stream), session, done),
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()))
  const { port } = server.server.address() as AddressInfo
  return { received, state, url: `smtp://127.0.0.1:${port}`, stop }
}

export type TestMailServer = Awaited<ReturnType<typeof startTestMailServer>>
