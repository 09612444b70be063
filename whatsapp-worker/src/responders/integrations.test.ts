// Integrations, from a customer's phone back to it: real worker, simulator, Postgres; the services are stand-ins that check what real ones check.
import { createQueue } from 'db/queues/mutations.ts'
import { createIntegration, deleteIntegration } from 'db/integrations/mutations.ts'
import { updateConnection } from 'db/connections/mutations.ts'
import { newId } from 'db/kit/new-id.ts'
import { setSecret } from 'db/node/keys/secrets.ts'
import { ringOf } from 'db/node/keys/settings.ts'
import { startTestReceivers, type TestReceivers } from 'db/node/testing/test-receivers.ts'
import { newWebhookSecret } from 'db/node/integrations/webhook-secret.ts'
import { secretName } from 'db/responders/kinds.ts'
import { generateKeyPairSync, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Phone } from '../../simulator/simulator.ts'
import { customer, openDesk, shop, type Desk } from '../test-desk.ts'
import { bubble, startTestTypebot, type TestTypebot } from 'db/node/testing/test-typebot.ts'

const soon = { interval: 10 }
let desk: Desk
let typebot: TestTypebot
let receivers: TestReceivers
const [sales, finance] = [newId(), newId()]

beforeEach(async () => {
  ;[desk, typebot, receivers] = await Promise.all([openDesk(), startTestTypebot(), startTestReceivers()])
  await desk.db.sql`update plans set use_integrations = true`
  const queue = { greetingMessage: 'Bem-vindo' }
  await desk.run(createQueue, { id: sales, name: 'Vendas', color: '#0f766e', orderQueue: 1, ...queue })
  await desk.run(createQueue, { id: finance, name: 'Financeiro', color: '#aabbcc', orderQueue: 2, ...queue })
  await desk.run(updateConnection, { id: desk.connectionId, changes: { queueIds: { to: [sales] } } })
})
afterEach(async () => {
  typebot.stop()
  receivers.stop()
  await desk.close()
})

async function use(values: Omit<v.InferInput<typeof createIntegration.args>, 'id'>): Promise<string> {
  const id = newId()
  await desk.run(createIntegration, { id, ...values })
  await desk.run(updateConnection, { id: desk.connectionId, changes: { integrationId: { to: id } } })
  return id
}
async function start(): Promise<Phone> {
  await desk.startWorker()
  await desk.link()
  return desk.simulator.phone(customer)
}
const hears = (phone: Phone, words: string) => phone.waitForMessage(({ text }) => text === words)
const theTicket = async () => (await desk.tickets())[0]
const ring = () => ringOf({ SESSION_KEYS_SECRET: desk.secret, SESSION_KEYS_FORMER: desk.formerSecrets })
const typebotOf = { type: 'typebot', name: 'Bot', typebotSlug: 'vendas', typebotDelayMessage: 0 } as const

test('a Typebot talks: choices by number, a picture, what it does not understand, and the end is people’s', async () => {
  const topics = {
    id: 'topic',
    type: 'choice input',
    items: [
      { id: 'a', content: 'Preços' },
      { id: 'b', content: 'Prazos' },
    ],
  }
  typebot.script = [
    { messages: [bubble('Olá!')], input: topics },
    {
      messages: [{ id: 'p', type: 'image', content: { url: `${typebot.url}/file.png` } }, bubble('E o seu e-mail?')],
      input: { id: 'mail', type: 'email input' },
    },
    { messages: [bubble('Obrigada!'), bubble(`#{"queueId":"${finance}"}`)] },
  ]
  await use({ ...typebotOf, urlN8N: `${typebot.url}/`, typebotUnknownMessage: 'Não entendi' })
  const ana = await start()
  await ana.sendText(shop.number, 'Oi')
  await hears(ana, '*1* - Preços\n*2* - Prazos')
  expect(typebot.asked[0]?.body).toMatchObject({ prefilledVariables: { number: customer.number } })
  await ana.sendText(shop.number, '7')
  await hears(ana, 'Não entendi')
  await ana.sendText(shop.number, '2')
  await hears(ana, 'E o seu e-mail?')
  expect((await desk.messages()).some(({ mediaType, fromMe }) => fromMe && mediaType === 'image')).toBe(true)
  await ana.sendText(shop.number, 'ana@example.com')
  await hears(ana, 'Obrigada!')
  await vi.waitUntil(async () => (await theTicket())?.queueId === finance, soon)
  expect(await theTicket()).toMatchObject({ chatbot: false, status: 'pending', responder: null })
  const said = typebot.asked.map(({ body }) => (body as { message?: { text: string } }).message?.text)
  expect(said.filter((text) => text !== undefined)).toEqual(['7', 'Prazos', 'ana@example.com'])
})

test('a Typebot that forgot the chat begins anew, a keyword restarts, another one ends it', async () => {
  typebot.script = [{ messages: [bubble('Seu nome?')], input: { id: 'name', type: 'text input' } }]
  const words = { typebotKeywordFinish: 'sair', typebotKeywordRestart: 'voltar', typebotRestartMessage: 'Do começo:' }
  await use({ ...typebotOf, urlN8N: typebot.url, ...words })
  const ana = await start()
  await ana.sendText(shop.number, 'Oi')
  await hears(ana, 'Seu nome?')
  typebot.forgetSessions()
  await ana.sendText(shop.number, 'Ana')
  await vi.waitUntil(() => typebot.asked.filter(({ path }) => path.endsWith('startChat')).length === 2, soon)
  await ana.sendText(shop.number, 'VOLTAR')
  await hears(ana, 'Do começo:')
  await ana.sendText(shop.number, 'Sair')
  await vi.waitUntil(async () => (await theTicket())?.status === 'closed', soon)
})

test('a Typebot that commands what is not the company’s, or answers nonsense, leaves people with it', async () => {
  typebot.script = [{ messages: [bubble('Um momento'), bubble(`#{"queueId":"${newId()}"}`)] }]
  await use({ ...typebotOf, urlN8N: typebot.url })
  const ana = await start()
  await ana.sendText(shop.number, 'Oi')
  await hears(ana, 'Um momento')
  await vi.waitUntil(async () => (await theTicket())?.chatbot === false, soon)
  expect((await theTicket())?.status).toBe('pending')
  const bia = desk.simulator.phone({ number: '5511955554444', name: 'Bia' })
  typebot.answerNext('['.repeat(65_536))
  await bia.sendText(shop.number, 'Oi')
  await vi.waitUntil(async () => (await desk.tickets()).filter(({ chatbot }) => !chatbot).length === 2, soon)
})

test('n8n is told by a signed request and answers in its answer; its own words do not come back to it', async () => {
  const receiver = receivers.add()
  const id = await use({ type: 'n8n', name: 'Fluxo', urlN8N: receiver.url })
  const place = { companyId: desk.companyId, name: secretName('integration', id, 'signing') }
  receiver.secret = await newWebhookSecret(desk.db.orm, ring(), place, null, new Date())
  receiver.says = ({ data }) => ({ replies: [`Ouvi ${(data['message'] as { text: string }).text}`] })
  const ana = await start()
  await ana.sendText(shop.number, 'Oi')
  await hears(ana, 'Ouvi Oi')
  await ana.sendText(shop.number, 'Tem pão?')
  await hears(ana, 'Ouvi Tem pão?')
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[0]).toMatchObject({
    type: 'message.received',
    data: { contact: { number: customer.number }, company: { id: desk.companyId }, begins: true },
  })
  receiver.answer = 500
  receiver.says = null
  await desk.run(deleteIntegration, { id })
  expect(await theTicket()).toMatchObject({ chatbot: false, integrationId: null, responder: null })
})

test('Dialogflow is asked as its service account, a session a conversation', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const sessions = new Set<string>()
  let isForbidden = false
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const answer = () => {
        const token = (request.headers.authorization ?? '').replace('Bearer ', '')
        const [head = '', claims = '', signature = ''] = token.split('.')
        const isSigned = verify(
          'RSA-SHA256',
          Buffer.from(`${head}.${claims}`),
          publicKey,
          Buffer.from(signature, 'base64url'),
        )
        const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
        const [{ kid }, { aud, iss, sub, exp }] = [read(head), read(claims)]
        const isFresh = Number(exp) > Date.now() / 1000 && Number(exp) < Date.now() / 1000 + 3600
        const [, project, session] =
          /^\/v2\/projects\/([^/]+)\/agent\/sessions\/([^/]{1,36}):detectIntent$/.exec(request.url ?? '') ?? []
        const isOurs =
          isSigned && isFresh && kid === 'k1' && iss === sub && aud === 'https://dialogflow.googleapis.com/'
        if (isForbidden || !isOurs || project !== 'padaria') throw new Error('403')
        sessions.add(session ?? '')
        const { queryInput } = JSON.parse(Buffer.concat(chunks).toString()) as {
          queryInput: { text: { text: string; languageCode: string } }
        }
        if (queryInput.text.languageCode !== 'pt-BR') throw new Error('400')
        return { queryResult: { fulfillmentText: `Entendi: ${queryInput.text.text}` } }
      }
      try {
        response.end(JSON.stringify(answer()))
      } catch {
        response.writeHead(403).end('{}')
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  desk.dialogflowUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const id = await use({ type: 'dialogflow', name: 'Agente', projectName: 'padaria' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    const account = {
      type: 'service_account',
      project_id: 'padaria',
      client_email: 'bot@padaria.iam.example',
      private_key: pem,
      private_key_id: 'k1',
    }
    const name = secretName('integration', id, 'jsonContent')
    const secret = { companyId: desk.companyId, name, text: JSON.stringify(account), userId: null }
    await setSecret(desk.db.orm, ring(), secret, new Date())
    const ana = await start()
    await ana.sendText(shop.number, 'Oi')
    await hears(ana, 'Entendi: Oi')
    await ana.sendText(shop.number, 'Tem pão?')
    await hears(ana, 'Entendi: Tem pão?')
    expect(sessions.size).toBe(1)
    // The account lost its right.
    isForbidden = true
    await ana.sendText(shop.number, 'Alô?')
    await vi.waitUntil(async () => (await theTicket())?.chatbot === false, soon)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
