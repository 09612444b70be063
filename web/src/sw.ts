// The service worker: keeps the whole app on the device, so that it opens without network and in one version. It caches no data;
// that is PGlite's. Invariant: a new version takes over only when the person agreed (message 'skip-waiting').
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope & typeof globalThis

cleanupOutdatedCaches()
// oxlint-disable-next-line eslint/no-underscore-dangle -- the name that workbox replaces
precacheAndRoute(self.__WB_MANIFEST)
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/(api|public|simulator)(\/|$)/] }),
)

self.addEventListener('message', (event) => {
  if (event.data === 'skip-waiting') void self.skipWaiting()
})
