// The service worker: keeps the whole app on the device, so that it opens without network and in one version; sends the outbox when no
// tab does, shows notifications, and keeps what other apps share until it is taken. It caches no data: that is PGlite's.
// Invariant: a new version takes over only when the person agreed (message 'skip-waiting').
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { announceTakeOver, flushTag, flushWaiting, readSession } from './sync/background.ts'
import { takeShare } from './share-target.ts'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { handlePush } from './notifications/service-worker.ts'

declare const self: ServiceWorkerGlobalScope & typeof globalThis

cleanupOutdatedCaches()
// oxlint-disable-next-line eslint/no-underscore-dangle -- the name that workbox replaces
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/(api|assets|docs|public|simulator)(\/|$)/],
  }),
)
registerRoute(
  ({ url }) => url.pathname === '/share',
  async ({ request }) => takeShare(request, (await readSession())?.user.id ?? null),
  'POST',
)

/** Chromium's alone, as yet. */
interface RoutingInstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: URLPattern }; source: 'network' }): Promise<void>
}

// What goes to the server anyway does not come by here: it neither waits for this worker to start, nor keeps an old one, of which Chromium
// waits that it has nothing to do, from giving way for minutes after somebody agreed to the new version.
self.addEventListener('install', (event) => {
  const routed = (event as RoutingInstallEvent).addRoutes?.({
    condition: { urlPattern: new URLPattern({ pathname: '/api/*' }) },
    source: 'network',
  })
  if (routed) event.waitUntil(routed)
})

interface SyncEvent extends ExtendableEvent {
  tag: string
}

self.addEventListener('sync', (event) => {
  const { tag } = event as SyncEvent
  if (tag === flushTag) (event as SyncEvent).waitUntil(flushWaiting())
})

self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') event.waitUntil(announceTakeOver().then(() => self.skipWaiting()))
})

handlePush(self)
