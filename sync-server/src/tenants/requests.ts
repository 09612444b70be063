// A valid request of every route, mutation and query, against whatever company: for the matrix of two companies and for the fuzzer.
// A route without one here is an error of theirs: it says what it takes, or why it is left out.
import { newId } from 'db/kit/new-id.ts'
import { mutations, type MutationName } from 'db/mutations.ts'
import { queries } from 'db/queries.ts'
import { resources } from 'db/resources.ts'
import { argsFor, idIn } from '../http/contract-world.ts'
import { officeRoutes } from './office-requests.ts'
import { peopleRoutes } from './people-requests.ts'
import { furtherArgs, furtherQueryArgs } from './further-args.ts'
import { saysElsewhere, type Says } from './says.ts'
import type { Tenant } from './tenant.ts'

export interface Example {
  /** Where it is not the route's: HEAD of a GET. */
  method?: 'HEAD'
  params?: Record<string, string>
  query?: Partial<Record<string, string>>
  /** As JSON. */
  body?: unknown
  /** As a multipart form. */
  form?: Record<string, string | File>
  headers?: Record<string, string>
  /** Not JSON and no form. */
  raw?: { type: string; text: string }
}

export interface RouteExamples {
  /** 'POST /tickets', as it was mounted below /api. */
  route: string
  of(tenant: Tenant): Example[]
  says?: Says
}

/** Left out, and why; paths below /api. */
export const exempt: Readonly<Record<string, string>> = {
  'POST /queries': 'queries are asked by each of their names; queries.test.ts compares',
  'POST /queries/:name': 'names no query of ours: every other name of the path is refused',
  'GET /shapes/:name': 'shapes are asked for by each of their names',
  'POST /shapes/first': 'shapes are asked for by each of their names',
  'POST /shapes/changes': 'shapes are asked for by each of their names',
  'POST /mutations': 'mutations are pushed by each of their names',
  'POST /auth/refresh_token': 'takes the caller’s own cookie and names nothing',
  'DELETE /auth/logout': 'ends the caller’s own session and names nothing',
  'PATCH /uploads': 'no upload is named: tus refuses it',
  'DELETE /uploads': 'no upload is named: tus refuses it',
  'GET /docs/api/docs.html': 'leads to a page that is everybody’s',
  'GET /public/:hash': 'answers everybody alike, whoever asks',
  'POST /uploads/:id': 'begins an upload as POST /uploads does; the rest of the path means nothing',
}

/** Middleware: nothing answers there but refusals. */
export const isMiddleware = (path: string) => path.endsWith('*')

/** What is said of another's at a place of a route or mutation, if not that it is not found. */
export const saysAt = (name: string, place: string): Says | undefined =>
  saysElsewhere(name, place) ?? examplesOf(name)?.says

export function examplesOf(route: string): RouteExamples | undefined {
  return byRoute.get(route) ?? ofPlainRead(route)
}

type Of = RouteExamples['of']

const file = () => new File(['x'], 'a.bin')

const ownRoutes: Readonly<Record<string, Of>> = {
  'POST /auth/login': (of) => [{ body: { email: of.admin.email, password: 'errada-errada' } }],
  'GET /auth/devices': () => [{}],
  'GET /auth/devices/replaced': () => [{}],
  'DELETE /auth/devices/:id': (of) => [{ params: { id: of.loginId } }],
  'PUT /push/subscriptions': (of) => [
    {
      body: {
        endpoint: `https://push.example/${of.subscriptionId}`,
        keys: { p256dh: 'q'.repeat(87), auth: 'b'.repeat(22) },
      },
    },
  ],
  'DELETE /push/subscriptions': () => [{}],
  'POST /push/test': () => [{}],
  'GET /media/:hash': (of) => [{ params: { hash: of.mediaHash } }, { method: 'HEAD', params: { hash: of.mediaHash } }],
  'GET /media/:hash/stored': (of) => [{ params: { hash: of.mediaHash } }],
  'GET /uploads/:id': (of) => [
    { params: { id: of.uploadId }, headers: tus },
    { method: 'HEAD', params: { id: of.uploadId }, headers: tus },
  ],
  'POST /uploads': (of) => [
    { headers: { ...tus, 'upload-length': '64', 'upload-metadata': `sha256 ${base64(of.mediaHash)}` } },
  ],
  'PATCH /uploads/:id': (of) => [
    {
      params: { id: of.uploadId },
      headers: { ...tus, 'upload-offset': '0' },
      raw: { type: 'application/offset+octet-stream', text: 'x' },
    },
  ],
  'DELETE /uploads/:id': (of) => [{ params: { id: of.uploadId }, headers: tus }],
  'POST /demo/customers': () => [{}],
  'GET /setup': () => [{}],
  'POST /setup': () => [{ body: { code: 'x', company: 'Nova', name: 'Ana', email: 'a@b.example', password: 'x' } }],
  'POST /queueIntegration': () => [{ body: { type: 'n8n', name: 'Automação', urlN8N: 'https://n8n.example/1' } }],
  'PUT /queueIntegration/:id': (of) => [{ params: { id: of.queueIntegrationId }, body: { name: 'Outra' } }],
  'PUT /queueIntegration/:id/keys': (of) => [{ params: { id: of.queueIntegrationId }, body: { jsonContent: null } }],
  'POST /queueIntegration/:id/secret': (of) => [{ params: { id: of.queueIntegrationId } }],
  'POST /queueIntegration/testSession': (of) => [
    { body: { id: of.queueIntegrationId, projectName: 'agente', language: 'pt-BR' } },
  ],
  'GET /webhooks/:id': (of) => [{ params: { id: of.webhookId } }],
  'POST /webhooks': () => [{ body: { name: 'CRM', url: 'https://crm.example/x', events: ['ticket.closed'] } }],
  'PUT /webhooks/:id': (of) => [{ params: { id: of.webhookId }, body: { name: 'Outro' } }],
  'DELETE /webhooks/:id': (of) => [{ params: { id: of.webhookId } }],
  'POST /webhooks/:id/secret': (of) => [{ params: { id: of.webhookId } }],
  'POST /webhooks/:id/test': (of) => [{ params: { id: of.webhookId } }],
  'GET /webhooks/:id/deliveries': (of) => [{ params: { id: of.webhookId } }],
  'GET /webhooks/:id/deliveries/:deliveryId': (of) => [
    { params: { id: of.webhookId, deliveryId: of.webhookDeliveryId } },
  ],
  'POST /webhooks/:id/deliveries/:deliveryId/resend': (of) => [
    { params: { id: of.webhookId, deliveryId: of.webhookDeliveryId } },
  ],
  'GET /invoices/:id': (of) => [{ params: { id: of.invoiceId } }],
  'POST /subscription': (of) => [
    {
      body: {
        firstName: 'Ana',
        address2: 'Rua A',
        city: 'São Paulo',
        zipcode: '01000-000',
        country: 'BR',
        plan: newId(),
        invoiceId: of.invoiceId,
      },
    },
  ],
  'PUT /subscription/email': () => [{ body: { email: 'contas@empresa.example' } }],
  'GET /tickets': (of) => [
    { query: { contactId: of.contactId } },
    { query: { queueIds: JSON.stringify([of.queueId]), showAll: 'true' } },
    { query: { tags: JSON.stringify([of.tagId]) } },
    { query: { users: JSON.stringify([of.admin.userId]) } },
  ],
  'GET /queue-options': (of) => [{ query: { queueId: of.queueId, parentId: of.queueOptionId } }],
  'GET /whatsapp': (of) => [{ query: { companyId: of.company.id } }],
  'GET /ticket/kanban': (of) => [{ query: { queueIds: JSON.stringify([of.queueId]) } }],
  'GET /ticket-notes/list': (of) => [{ query: { ticketId: of.ticketId } }, { query: { contactId: of.contactId } }],
  'GET /companies/:id': (of) => [{ params: { id: of.company.id } }],
  'GET /companies/listPlan/:id': (of) => [{ params: { id: of.company.id } }],
  'GET /tickets/:id': (of) => [{ params: { id: of.ticketId } }],
  'GET /tickets/u/:uuid': (of) => [{ params: { uuid: of.ticketId } }],
  'GET /messages/:ticketId': (of) => [{ params: { ticketId: of.ticketId } }],
  'GET /whatsapp/:id': (of) => [{ params: { id: of.company.connectionId } }],
  'POST /whatsapp/:id/token': (of) => [{ params: { id: of.company.connectionId } }],
  'DELETE /whatsapp/:id/token': (of) => [{ params: { id: of.company.connectionId } }],
  'PUT /users/me/password': () => [{ body: { currentPassword: 'errada-errada', password: 'outra-senha-1' } }],
  'POST /users': (of) => [
    {
      body: {
        name: 'Pessoa nova',
        email: `${newId()}@empresa.example`,
        password: 'outra-senha-1',
        queueIds: [of.queueId],
        whatsappId: of.company.connectionId,
      },
    },
  ],
  'PUT /users/:id': (of) => [
    {
      params: { id: of.ofQueue.userId },
      body: { name: 'Outra', queueIds: [of.queueId], whatsappId: of.company.connectionId },
    },
  ],
  ...peopleRoutes,
  ...officeRoutes,
  'PUT /users/:id/password': (of) => [{ params: { id: of.ofQueue.userId }, body: { password: 'outra-senha-1' } }],
  'PUT /settings/:key': () => [{ params: { key: 'userRating' }, body: { value: 'enabled' } }],
  'PUT /companies/:id/schedules': (of) => [{ params: { id: of.company.id }, body: { schedules: weekdays } }],
  'GET /chats': () => [{}, { query: { searchParam: 'padaria' } }],
  'GET /chats/:id': (of) => [{ params: { id: of.chatId } }],
  'GET /chats/:id/messages': (of) => [{ params: { id: of.chatId } }],
  'POST /chats/:id/messages': (of) => [{ params: { id: of.chatId }, body: { message: 'oi' } }],
  'POST /chats/:id/read': (of) => [{ params: { id: of.chatId }, body: { userId: of.admin.userId } }],
  'POST /chats/:id/typing': (of) => [{ params: { id: of.chatId }, body: { state: 'composing' } }],
  'POST /tickets/:id/typing': (of) => [{ params: { id: of.ticketId }, body: { state: 'composing' } }],
  'POST /tickets/:id/viewing': (of) => [{ params: { id: of.ticketId }, body: { state: 'viewing' } }],
  'POST /files/uploadList/:id': (of) => [
    { params: { id: of.fileListId }, form: { files: file(), id: of.fileListOptionId, name: 'Tabela' } },
  ],
  'GET /contact-list-items': (of) => [{ query: { contactListId: of.contactListId } }],
  'GET /contact-list-items/:id': (of) => [{ params: { id: of.contactListItemId } }],
  'POST /contact-list-items': (of) => [
    { body: { name: 'Bruno', number: '11 98888-1111', contactListId: of.contactListId } },
  ],
  'PUT /contact-list-items/:id': (of) => [{ params: { id: of.contactListItemId }, body: { name: 'Outra' } }],
  'DELETE /contact-list-items/:id': (of) => [{ params: { id: of.contactListItemId } }],
  'POST /contact-lists/:id/upload': (of) => [
    { params: { id: of.contactListId }, form: { file: new File(['nome;numero'], 'a.xlsx') } },
  ],
  'POST /campaigns/:id/start': (of) => [{ params: { id: of.campaignId } }],
  'POST /campaigns/:id/cancel': (of) => [{ params: { id: of.campaignId } }],
  'POST /campaigns/:id/restart': (of) => [
    { params: { id: of.campaignId } },
    { params: { id: of.campaignId }, body: { whatsappId: of.company.connectionId } },
    { params: { id: of.campaignId }, body: { connectionId: of.company.connectionId } },
  ],
  'GET /campaigns/:id/forecast': (of) => [{ params: { id: of.campaignId } }],
  'GET /campaigns/:id/report': (of) => [{ params: { id: of.campaignId } }],
  'GET /campaigns/:id/people': (of) => [{ params: { id: of.campaignId } }],
  'GET /presence': () => [{}],
  'POST /presence': () => [{ body: { awaySeconds: 300 } }],
  'POST /traces': (of) => [
    { body: { mutations: [{ id: of.mutationId, written: 90, shown: 80, sent: 70, answered: 30, confirmed: 0 }] } },
  ],
  'GET /dashboard': () => [{}, { query: { days: '7' } }, { query: { date_from: '2026-11-01', date_to: '2026-11-30' } }],
  'GET /dashboard/tickets': (of) => [
    { query: { figure: 'happening', queueId: of.queueId } },
    { query: { figure: 'opened', days: '7', userId: of.admin.userId } },
  ],
  'POST /prompt': (of) => [
    { body: { name: `Prompt ${newId()}`, prompt: 'Responda com gentileza. '.repeat(5), queueId: of.queueId } },
  ],
  'PUT /prompt/:id': (of) => [
    { params: { id: of.promptId }, body: { temperature: 0.2 } },
    { params: { id: of.promptId }, body: { queueId: of.otherQueueId } },
  ],
  'DELETE /prompt/:id': (of) => [{ params: { id: of.promptId } }],
  'PUT /prompt/:id/keys': (of) => [{ params: { id: of.promptId }, body: { apiKey: 'sk-1234567890' } }],
  'POST /prompt/try': (of) => [{ body: trial(of) }],
  'GET /model-calls': (of) => [{ query: { promptId: of.promptId } }, { query: { ticketId: of.ticketId } }],
  'POST /tickets/:id/copilot': (of) => [{ params: { id: of.ticketId }, body: { purpose: 'suggest' } }],
  'GET /opt-outs': () => [{}],
  'POST /opt-outs/:id/revoke': (of) => [{ params: { id: of.optOutId }, body: { reason: 'Pediu de volta' } }],
  'GET /connections/:id/health': (of) => [{ params: { id: of.company.connectionId } }],
  'GET /campaign-settings': () => [{}],
  'POST /campaign-settings': () => [{ body: { settings: { messageInterval: '10' } } }],
  'POST /contacts/import-sheet': () => [{ form: { file: new File(['nome;numero'], 'a.xlsx') } }],
  'POST /tickets': (of) => [
    { body: { contactId: of.otherContactId, whatsappId: of.company.connectionId, queueId: of.queueId } },
    { body: { contactId: of.otherContactId, userId: of.admin.userId } },
  ],
  'PUT /tickets/:id': (of) => [
    { params: { id: of.ticketId }, body: { status: 'closed' } },
    { params: { id: of.ticketId }, body: { queueId: of.otherQueueId, whatsappId: of.company.connectionId } },
    { params: { id: of.ticketId }, body: { userId: of.ofQueue.userId } },
  ],
  'POST /messages/send': (of) => [
    { body: { number: '5511933334444', body: 'oi' }, headers: byToken(of) },
    { form: { number: '5511933334444', body: 'oi', medias: file() }, headers: byToken(of) },
  ],
  'GET /messages/send/:id': (of) => [{ params: { id: of.apiSendId }, headers: byToken(of) }],
  'POST /messages/:ticketId': (of) => [
    { params: { ticketId: of.ticketId }, body: { body: 'oi', quotedMsg: { id: of.messageId } } },
    { params: { ticketId: of.ticketId }, body: { body: '', mediaUrl: `/api/media/${of.mediaHash}` } },
    { params: { ticketId: of.ticketId }, form: { medias: file() } },
  ],
}

/** Nobody answers there. */
const trial = (of: Tenant) => ({
  id: of.promptId,
  prompt: 'Responda com gentileza. '.repeat(5),
  model: 'gpt-4o-mini',
  baseUrl: 'http://127.0.0.1:1/v1',
  apiKey: 'sk-1234567890',
  maxTokens: 100,
  temperature: 1,
  maxMessages: 10,
  reasoning: false,
  inputPrice: 0,
  outputPrice: 0,
  queueId: of.queueId,
  messages: [{ fromMe: false, text: 'Oi' }],
})

const byToken = (of: Tenant) => ({ authorization: `Bearer ${of.apiToken}` })

const tus = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')
const weekdays = [{ weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }]

/** Their row is theirs to give a file; DELETE takes it away. */
const withFile: Readonly<Record<string, (of: Tenant) => string>> = {
  '/quick-messages': (of) => of.quickMessageId,
  '/schedules': (of) => of.scheduleId,
  '/campaigns': (of) => of.campaignId,
  '/announcements': (of) => of.announcementId,
  '/queue': (of) => of.queueId,
  '/queue-options': (of) => of.queueOptionId,
}

/** One of each collection. */
const rowIn: Readonly<Record<string, (of: Tenant) => string>> = {
  ...withFile,
  ...Object.fromEntries(
    resources.flatMap(({ noun, list }) => (list ? [[list.path, (of: Tenant) => of[`${noun}Id`]]] : [])),
  ),
  '/contact-imports': (of) => of.contactId,
}

/** Lists name nothing; one of a list is named by its id. */
function ofPlainRead(route: string): RouteExamples | undefined {
  const { collection = '', one } = /^GET (?<collection>\/[\w./-]+)(?<one>\/:id)?$/.exec(route)?.groups ?? {}
  if (!route.startsWith('GET ') || collection === '') return undefined
  if (!one) return { route, of: () => [{}], says: 'nothing' }
  const idOf = rowIn[collection]
  return idOf && { route, of: (tenant) => [{ params: { id: idOf(tenant) } }] }
}

/** Filters: nothing of what is named is found. Or: nothing of anybody's is said. */
const asking = new Set([
  'GET /tickets',
  'GET /queue-options',
  'GET /whatsapp',
  'GET /ticket-notes/list',
  'GET /dashboard/tickets',
  'GET /ticket/kanban',
  'POST /auth/login',
  'POST /uploads',
  'DELETE /push/subscriptions',
  'POST /push/test',
])

const byRoute: ReadonlyMap<string, RouteExamples> = new Map(
  [
    ...Object.entries(ownRoutes).map(([route, of]): RouteExamples => ({
      route,
      of,
      ...(asking.has(route) && { says: 'nothing' }),
      ...(route === 'PUT /push/subscriptions' && { says: 'refused' }),
    })),
    ...Object.entries(withFile).flatMap(([path, idOf]): RouteExamples[] => [
      { route: `POST ${path}/:id/media-upload`, of: (of) => [{ params: { id: idOf(of) }, form: { file: file() } }] },
      { route: `DELETE ${path}/:id/media-upload`, of: (of) => [{ params: { id: idOf(of) } }] },
    ]),
    ...[...mutations.keys()].flatMap(ofMutation),
    ...[...queries.values()].map(({ name, example }): RouteExamples => ({
      route: `POST /queries/${name}`,
      of: (tenant) => {
        const args = { ...example?.(idIn(tenant)) }
        return [args, ...(furtherQueryArgs[name]?.(tenant, args) ?? [])].map((body) => ({ body }))
      },
      says: 'nothing',
    })),
  ].map((examples) => [examples.route, examples]),
)

/** Arguments of a mutation, all that it may name among them. */
export const argsOf = (name: string, of: Tenant): object[] => [
  argsFor[name as MutationName](of),
  ...(furtherArgs[name as MutationName]?.(of) ?? []),
]

function ofMutation(name: string): RouteExamples[] {
  const rest = mutations.get(name)?.rest
  if (!rest) return []
  const keys = [...rest.path.matchAll(/:(\w+)/g)].map(([, key]) => key ?? '')
  const inRest = (args: object): Example[] => {
    const all = Object.entries(args)
    const params = Object.fromEntries(all.filter(([key]) => keys.includes(key)))
    const others = Object.fromEntries(all.filter(([key]) => !keys.includes(key) && key !== 'id'))
    const { changes } = others as { changes?: Record<string, { to: unknown }> }
    const body = rest.argsOf
      ? Object.fromEntries(Object.entries(changes ?? {}).map(([key, { to }]) => [key, to]))
      : others
    // What a deletion says may stand in the address as well.
    return [{ params, body }, ...(rest.method === 'delete' ? [{ params, query: others }] : [])]
  }
  return [{ route: `${rest.method.toUpperCase()} ${rest.path}`, of: (of) => argsOf(name, of).flatMap(inRest) }]
}
