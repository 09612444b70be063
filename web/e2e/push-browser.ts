// The browser's half of push where there is no push service to reach: subscribing gives the stand-in's device, and what arrived there
// is handed to the service worker as the browser would do it.
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import type { TestDevice } from 'db/node/testing/test-push-service.ts'

export interface ShownNotification {
  title: string
  body: string
  tag: string
}

export interface PushBrowser {
  /** As if the push service had sent it now. */
  deliver(payload: unknown): Promise<void>
  /** What the system shows, oldest first. */
  shown(): Promise<ShownNotification[]>
  click(title: string): Promise<void>
  /** What the app asked the system to open, where no window of it was: a test's click is no person's, whom the system would obey. */
  opened(): Promise<string[]>
  /** The numbers that the app put on its icon since the page was loaded. */
  badges(): Promise<number[]>
}

/** From the next page load on. */
export async function preparePush(page: Page, { subscription }: TestDevice) {
  await page.context().grantPermissions(['notifications'])
  await page.addInitScript((known) => {
    const badges: number[] = []
    Object.assign(window, { badges })
    navigator.setAppBadge = async (count = 0) => void badges.push(count)
    const key = 'stand-in-subscription'
    const bytesOf = (text: string) =>
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0)).buffer
    const subscriptionWith = (applicationServerKey: string) => ({
      endpoint: known.endpoint,
      options: { applicationServerKey: bytesOf(applicationServerKey) },
      toJSON: () => known,
      unsubscribe: async () => localStorage.removeItem(key) === undefined,
    })
    Object.assign(PushManager.prototype, {
      async subscribe(options: { applicationServerKey: string }) {
        localStorage.setItem(key, options.applicationServerKey)
        return subscriptionWith(options.applicationServerKey)
      },
      async getSubscription() {
        const made = localStorage.getItem(key)
        return made === null ? null : subscriptionWith(made)
      },
    })
  }, subscription)
  await page.reload()
}

export async function pushBrowser(page: Page): Promise<PushBrowser> {
  const cdp = await page.context().newCDPSession(page)
  const origin = new URL(page.url()).origin
  const registrationId = await registrationOf(cdp, origin)
  const worker = await serviceWorkerOf(page.context())
  await keepNotifications(worker)
  await worker.evaluate(() => {
    const opened: string[] = []
    const { clients } = globalThis as unknown as ServiceWorkerGlobalScope
    clients.openWindow = async (url) => (opened.push(String(url)), null)
    Object.assign(globalThis, { opened })
  })
  return {
    async deliver(payload) {
      await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
    },
    shown: () =>
      worker.evaluate(async () => {
        const all = await (globalThis as unknown as ServiceWorkerGlobalScope).registration.getNotifications()
        return all.map(({ title, body, tag }) => ({ title, body, tag }))
      }),
    async click(title) {
      await worker.evaluate(async (wanted) => {
        const scope = globalThis as unknown as ServiceWorkerGlobalScope
        const all = await scope.registration.getNotifications()
        const notification = all.find((candidate) => candidate.title === wanted)
        if (!notification) throw new Error(`no notification ${wanted}`)
        scope.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
      }, title)
    },
    opened: () => worker.evaluate(() => (globalThis as unknown as { opened: string[] }).opened),
    badges: () => page.evaluate(() => (window as unknown as { badges: number[] }).badges),
  }
}

/**
 * As systems with a place for notifications: one stays until it is closed. Where there is none, Chromium takes it away after 20 seconds,
 * and forgets one that comes up while somebody asks which are shown: it is in its table already and not on the screen yet. People don't
 * ask that often.
 */
function keepNotifications(worker: Worker) {
  return worker.evaluate(() => {
    const { prototype } = ServiceWorkerRegistration
    const { showNotification, getNotifications } = prototype
    let last: Promise<unknown> = Promise.resolve()
    const inTurn = <T>(job: () => Promise<T>) => {
      const result = last.then(job)
      last = result.catch(() => undefined)
      return result
    }
    prototype.showNotification = function (title, options) {
      return inTurn(() => showNotification.call(this, title, { ...options, requireInteraction: true }))
    }
    prototype.getNotifications = function (...args) {
      return inTurn(() => getNotifications.apply(this, args))
    }
  })
}

async function registrationOf(cdp: CDPSession, origin: string): Promise<string> {
  const found = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const live = registrations.find(({ isDeleted, scopeURL }) => !isDeleted && scopeURL.startsWith(origin))
      if (live) resolve(live.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  return found
}

async function serviceWorkerOf(context: BrowserContext) {
  return context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
}
