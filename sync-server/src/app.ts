// The API below /api and, where WEB_ROOT is set, the built app beside it. No I/O of its own: main.ts and tests hand in the services.
import { AppError } from 'db/kit/errors.ts'
import { Hono } from 'hono'
import { except } from 'hono/combine'
import { csrf } from 'hono/csrf'
import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import { invitationDocs, invitationRoutes } from './accounts/invitations.ts'
import { makeLinkDocs, makeLinkRoutes } from './accounts/make-link.ts'
import type { Authenticated, Services } from './http/context.ts'
import { integrationDocs, integrationRoutes } from './integrations/routes.ts'
import { webhookDocs, webhookRoutes } from './webhooks/routes.ts'
import { docsPage } from './http/openapi/docs-page.ts'
import { serveDocs } from './http/docs-site.ts'
import { onError } from './http/errors.ts'
import { gatekeeper, changesAnswer, changesBody, firstAnswer, firstBody } from './gatekeeper/gatekeeper.ts'
import { mutationRoutes } from './http/mount-mutations.ts'
import { readRoutes } from './http/mount-reads.ts'
import { openApi } from './http/openapi/openapi.ts'
import { pushAnswer, pushBody, pushRoute } from './http/push.ts'
import { refuseNul } from './http/refuse-nul.ts'
import { requireClient } from './http/login/require-client.ts'
import { requireGoodStanding, requireSession, untilPaid } from './http/login/require-session.ts'
import { isSameSecret } from './http/same-secret.ts'
import { requireUrl } from './http/require-url.ts'
import { securityHeaders } from './http/security-headers.ts'
import { serveApp } from './http/served-app.ts'
import type { RouteDoc } from './http/openapi/route-doc.ts'
import { companyDocs, companyRoutes } from './office/companies.ts'
import { demoDocs, demoRoutes } from './office/demo.ts'
import { efiWebhookDocs, efiWebhookRoutes } from './office/efi-webhook.ts'
import { installationDocs, installationRoutes } from './office/installation.ts'
import { companyInvoiceRoutes, invoiceDocs, invoiceRoutes } from './office/invoices.ts'
import { offeredPlanRoutes, planDocs, planRoutes } from './office/plans.ts'
import { setupDocs, setupRoutes } from './office/setup.ts'
import { signupDocs, signupRoutes } from './office/signup.ts'
import { subscriptionDocs, subscriptionRoutes } from './office/subscription.ts'
import { deviceTraceDocs, deviceTraceRoutes } from './operation/device-traces.ts'
import { readDelays, readState } from './operation/figures.ts'
import { metricsText } from './operation/metrics.ts'
import { operationDocs, operationRoutes } from './operation/routes.ts'
import { messagesApiDocs, messagesApiRoutes } from './messages-api/routes.ts'
import { queryRoutes } from './queries/query-routes.ts'
import { auditDocs, auditRoutes } from './audit/routes.ts'
import { privacyDocs, privacyReads, privacyRoutes } from './privacy/routes.ts'
import { billingSecretDocs, billingSecretReads } from './routes/billing-secrets.ts'
import { connectionTokenDocs, connectionTokenRoutes } from './routes/connection-token.ts'
import { announcementPictures } from './routes/announcement-pictures.ts'
import { chatDocs, chatReads, chatRoutes } from './chats/routes.ts'
import { campaignDocs, campaignReads, campaignRoutes } from './campaigns/routes.ts'
import { dashboardDocs, dashboardRoutes } from './dashboard/routes.ts'
import { contactListDocs, contactListRoutes } from './contact-lists/routes.ts'
import { contactsImportDocs, contactsImportRoutes } from './routes/contacts-import.ts'
import { deviceDocs } from './routes/devices.ts'
import { loginDocs, loginRoutes } from './routes/login.ts'
import { mediaDocs, mediaRoutes } from './routes/media.ts'
import { mediaUploadDocs, mediaUploadRoutes } from './routes/media-upload.ts'
import { messageDocs, messageReads, messageRoutes } from './routes/messages.ts'
import { uploadRoutes } from './routes/uploads.ts'
import { passwordDocs, passwordRoutes } from './routes/password.ts'
import { settingDocs, settingReads, settingRoutes } from './routes/settings.ts'
import { copilotDocs, copilotRoutes } from './prompts/copilot.ts'
import { promptDocs, promptReads, promptRoutes } from './prompts/routes.ts'
import { storageDocs, storageRoutes } from './routes/storage.ts'
import { ticketDocs, ticketRoutes } from './routes/tickets.ts'
import { typingDocs, typingRoutes } from './routes/typing.ts'
import { presenceDocs, presenceReads, presenceRoutes } from './routes/presence.ts'
import { userDocs, userRoutes } from './routes/users.ts'
import { viewingDocs, viewingRoutes } from './routes/viewing.ts'
import { notificationDocs, notificationRoutes } from './routes/notifications.ts'

const ownDocs: RouteDoc[] = [
  ...loginDocs,
  {
    method: 'post',
    path: '/mutations',
    summary: "Push a device's outbox, in order",
    body: pushBody,
    status: 200,
    answer: pushAnswer,
  },
  { method: 'get', path: '/shapes/:name', summary: "One shape, Electric's protocol", status: 200 },
  {
    method: 'post',
    path: '/shapes/first',
    summary: 'The first rows of shapes that have few, each as a server-sent event',
    body: firstBody,
    answer: firstAnswer,
    status: 200,
  },
  {
    method: 'post',
    path: '/shapes/changes',
    summary:
      'What is new in all shapes that a device follows; with `stream`, answer after answer as server-sent events',
    body: changesBody,
    answer: changesAnswer,
    status: 200,
  },
  { method: 'post', path: '/uploads', summary: 'Begin a resumable upload (tus 1.0; metadata sha256)', status: 201 },
  { method: 'head', path: '/uploads/:upload', summary: 'Where to go on with it', status: 200 },
  { method: 'patch', path: '/uploads/:upload', summary: 'Its next chunk', status: 204 },
  { method: 'delete', path: '/uploads/:upload', summary: 'Give it up', status: 204 },
  {
    method: 'get',
    path: '/health',
    summary: 'Whether this server can serve',
    status: 200,
    answer: v.looseObject({ status: v.string() }),
    public: true,
  },
]

/** Beside what the registries say of themselves. */
const routeDocs = [
  ...ownDocs,
  ...notificationDocs,
  ...connectionTokenDocs,
  ...demoDocs,
  ...deviceDocs,
  ...passwordDocs,
  ...userDocs,
  ...makeLinkDocs,
  ...invitationDocs,
  ...settingDocs,
  ...billingSecretDocs,
  ...typingDocs,
  ...viewingDocs,
  ...presenceDocs,
  ...mediaDocs,
  ...mediaUploadDocs,
  ...contactsImportDocs,
  ...contactListDocs,
  ...campaignDocs,
  ...chatDocs,
  ...dashboardDocs,
  ...promptDocs,
  ...copilotDocs,
  ...storageDocs,
  ...ticketDocs,
  ...messageDocs,
  ...messagesApiDocs,
  ...planDocs,
  ...companyDocs,
  ...invoiceDocs,
  ...subscriptionDocs,
  ...integrationDocs,
  ...webhookDocs,
  ...auditDocs,
  ...privacyDocs,
  ...installationDocs,
  ...operationDocs,
  ...deviceTraceDocs,
  ...signupDocs,
  ...setupDocs,
  ...efiWebhookDocs,
]

export function createApp(services: Services) {
  const { env, logger } = services
  const reading = { ...services, db: services.reads }
  const reads = readRoutes(reading)
  const queries = queryRoutes(reading)
  const writes = mutationRoutes(services)
  const mounted: Mounted = { reading, reads, queries, writes }
  const document = openApi([...routeDocs, ...reads.docs, ...queries.docs, ...writes.docs])
  // The specification's client asks for /whatsapp/ and /contacts/.
  const app = new Hono({ strict: false })
  app.onError(onError(logger))
  app.use(requireUrl)
  app.use(securityHeaders())
  app.use('/api/*', keptNowhere)
  app.route('/api', apiRoutes(services, mounted, document))
  app.route('/public', announcementPictures(services))
  app.all('/api/*', (c) => c.json({ error: 'ERR_NOT_FOUND' }, 404))
  serveDocs(app, env.DOCS_ROOT)
  if (env.WEB_ROOT) serveApp(app, env.WEB_ROOT, { firstPage: env.DEMO !== '1' })
  return app
}

/** What the registries give, for whoever only reads and for whoever writes. */
interface Mounted {
  /** Services whose database may be a copy. */
  reading: Services
  reads: ReturnType<typeof readRoutes>
  queries: ReturnType<typeof queryRoutes>
  writes: ReturnType<typeof mutationRoutes>
}

/** For who has a session, in the order of what one may before and after the company has paid. */
function closedRoutes(services: Services, mounted: Mounted) {
  const closed = new Hono<Authenticated>()
  closed.use(requireSession(services))
  closed.use(requireClient(services.env.OLDEST_CLIENT))
  closed.use(services.admission.enter)
  // All that there is for whoever has not paid yet.
  closed.route('/invoices', invoiceRoutes(services))
  closed.route('/subscription', subscriptionRoutes(services))
  closed.route('/users/me', passwordRoutes(services))
  closed.use(untilPaid(services))
  mountWhileOwing(closed, services, mounted)
  closed.on(['POST', 'PUT', 'DELETE'], '*', requireGoodStanding)
  mountInGoodStanding(closed, services, mounted)
  closed.notFound((c) => c.json({ error: 'ERR_NOT_FOUND' }, 404))
  return closed
}

/** What a company that owes still has: what is there to read, its files, and the operator's own. */
function mountWhileOwing(closed: Hono<Authenticated>, services: Services, { reading, reads, queries }: Mounted) {
  closed.route('/plans', planRoutes(services))
  closed.route('/companies', companyRoutes(services))
  closed.route('/companies', companyInvoiceRoutes(services))
  closed.route('/installation/operation', operationRoutes(services))
  closed.route('/installation', installationRoutes(services))
  closed.route('/shapes', gatekeeper(services))
  closed.route('/media', mediaRoutes(services))
  closed.route('/uploads', uploadRoutes(services))
  closed.route('/', reads.app)
  closed.route('/', billingSecretReads(reading))
  closed.route('/', settingReads(reading))
  closed.route('/', storageRoutes(reading))
  closed.route('/', campaignReads(services))
  closed.route('/', chatReads(reading))
  closed.route('/', dashboardRoutes(reading))
  closed.route('/', auditRoutes(services))
  closed.route('/', privacyReads(services))
  closed.route('/', presenceReads(reading))
  closed.route('/', promptReads(services))
  closed.route('/', queries.app)
  closed.route('/', messageReads(services))
}

function mountInGoodStanding(closed: Hono<Authenticated>, services: Services, { reading, writes }: Mounted) {
  closed.route('/', integrationRoutes(services))
  closed.route('/webhooks', webhookRoutes(services))
  closed.route('/', privacyRoutes(services))
  closed.route('/push', notificationRoutes(services))
  closed.route('/demo', demoRoutes(services))
  closed.route('/whatsapp', connectionTokenRoutes(services))
  closed.route('/users', userRoutes(services))
  closed.route('/users', makeLinkRoutes(services))
  closed.route('/users', invitationRoutes(services))
  closed.route('/', settingRoutes(services))
  closed.route('/', typingRoutes(services))
  closed.route('/', mediaUploadRoutes(services))
  closed.route('/', contactsImportRoutes(reading))
  closed.route('/', contactListRoutes(services))
  closed.route('/', campaignRoutes(services))
  closed.route('/', chatRoutes(services))
  closed.route('/', promptRoutes(services))
  closed.route('/', copilotRoutes(services))
  closed.route('/', viewingRoutes(services))
  closed.route('/', presenceRoutes(services))
  closed.route('/', pushRoute(services))
  closed.route('/', deviceTraceRoutes(services))
  closed.route('/', ticketRoutes(services))
  closed.route('/', messageRoutes(services))
  closed.route('/', writes.app)
}

function apiRoutes(services: Services, mounted: Mounted, document: ReturnType<typeof openApi>) {
  const api = new Hono()
  api.use(refuseNul)
  api.use(
    createMiddleware(async (c, next) => {
      c.set('hops', services.env.TRUST_PROXY)
      await next()
    }),
  )
  // By a form of another page comes the cookie, and never the header.
  api.use(
    '/auth/*',
    except((c) => c.req.header('authorization') !== undefined, csrf()),
  )
  api.get('/openapi.json', (c) => c.json(document))
  api.route('/docs', docsPage())
  api.get('/health', async (c) => c.json(await health(services)))
  api.get('/metrics', (c) => metrics(services, c.req.header('authorization')))
  api.route('/auth', loginRoutes(services))
  api.route('/plans', offeredPlanRoutes(services))
  api.route('/setup', setupRoutes(services))
  api.route('/pix/efi', efiWebhookRoutes(services))
  api.route('/companies/cadastro', signupRoutes(services))
  api.route('/messages/send', messagesApiRoutes(services))
  api.route('/', closedRoutes(services, mounted))
  return api
}

/** Answers tell of customers and tokens: no cache keeps them, unless a route says otherwise. */
const keptNowhere = createMiddleware(async (c, next) => {
  await next()
  if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store')
})

async function health({ db, env, shapeUpstream }: Services) {
  await db.sql`select 1`
  const shapes = await shapeUpstream.fetch(new Request('http://upstream/v1/health'))
  const said: unknown = shapes.status < 300 ? await shapes.json() : { status: 'unavailable' }
  return { status: 'ok', shapes: said, ...(env.SIMULATOR_URL && { simulatorUrl: env.SIMULATOR_URL }) }
}

/** For Prometheus; not there unless a token was set. */
async function metrics({ db, env, shapeUpstream }: Services, authorization: string | undefined) {
  const wanted = env.METRICS_TOKEN
  if (wanted === undefined || !isSameSecret(authorization ?? '', `Bearer ${wanted}`))
    throw new AppError('ERR_NOT_FOUND')
  const own = metricsText(await readState(db), await readDelays(db, { recent: false }))
  // A real Electric has none at this address; it is asked where it tells them.
  const engine = await shapeUpstream.fetch(new Request('http://upstream/metrics')).catch(() => null)
  return new Response(own + (engine?.ok ? await engine.text() : ''), {
    headers: { 'content-type': 'text/plain; version=0.0.4' },
  })
}
