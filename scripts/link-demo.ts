// The demo's number, linked to its simulated phone as a person would: by the QR code, over the calls that the app makes.
import { setTimeout as delay } from 'node:timers/promises'
import { demoAdmin, demoPassword } from '../db/src/node/seed.ts'

const bakeryPhone = '5511900000001'
const patienceMs = 60_000

interface Where {
  app: string
  simulator: string
}

interface Connection {
  id: string
  status: string
  qrcode?: string | null
}

/** @throws Error when it can't be done */
export async function linkDemo({ app, simulator }: Where) {
  const post = { method: 'POST', headers: { 'content-type': 'application/json', origin: app } }
  const login = await asked(`${app}/api/auth/login`, {
    ...post,
    body: JSON.stringify({ email: demoAdmin, password: demoPassword }),
  })
  const { token } = (await login.json()) as { token: string }
  const headers = { authorization: `Bearer ${token}` }
  const [first] = (await (await asked(`${app}/api/whatsapp`, { headers })).json()) as Connection[]
  if (!first) throw new Error('the demo has a connection')
  const read = async () => (await (await asked(`${app}/api/whatsapp/${first.id}`, { headers })).json()) as Connection
  await asked(`${app}/api/whatsappsession/${first.id}`, { method: 'POST', headers })
  const { qrcode } = await until(read, ({ status, qrcode: qr }) => status === 'qrcode' && Boolean(qr))
  await asked(`${simulator}/admin/phones/${bakeryPhone}/scan`, { ...post, body: JSON.stringify({ qr: qrcode }) })
  await until(read, ({ status }) => status === 'CONNECTED')
  await asked(`${app}/api/auth/logout`, { method: 'DELETE', headers })
}

async function asked(url: string, init: RequestInit) {
  const response = await fetch(url, init)
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${new URL(url).pathname}: ${response.status}`)
  return response
}

async function until(read: () => Promise<Connection>, isSo: (connection: Connection) => boolean) {
  for (const end = Date.now() + patienceMs; ;) {
    const connection = await read()
    if (isSo(connection)) return connection
    if (Date.now() > end) throw new Error(`the connection stays ${connection.status}`)
    await delay(100)
  }
}
