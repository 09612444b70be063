// Push in the service worker: shows what arrives, opens the conversation that was clicked, subscribes anew when the browser asks to.
// It works without the app and without network. Invariant: only for whom is logged in on this device is anything shown.
import { cookieLock, deliverLogouts, readSession } from '../sync/background.ts'
import { setBadge } from './badge.ts'
import { conversationOf, notificationOf, parsePush, toldIn, type Told } from './notification.ts'
import { openRequestOf } from './open-request.ts'
import { isShown } from './shown-conversation.ts'
import { isSoundOnDuty } from './sound-duty.ts'
import { forgetDevice, subscribe } from './subscription.ts'

export function handlePush(scope: ServiceWorkerGlobalScope) {
  scope.addEventListener('push', (event) => event.waitUntil(show(scope, event.data?.text() ?? '')))
  scope.addEventListener('notificationclick', (event) => event.waitUntil(open(scope, event.notification)))
  scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(scope)))
}

async function show({ registration }: ServiceWorkerGlobalScope, text: string) {
  const session = await readSession()
  // Logged out while offline: the server could not be told, its push service can.
  if (!session) {
    await navigator.locks.request(cookieLock, () => deliverLogouts())
    return forgetDevice(registration)
  }
  const push = parsePush(text)
  if (!push || push.userId !== session.user.id) return
  if (push.kind === 'message' || push.kind === 'chat') {
    await setBadge(push.unread)
    if (await isShown(toldIn(push).id)) return
  }
  const { title, options } = notificationOf(push, navigator.languages)
  // An open tab makes the sound of what is told, as loud as it was told to.
  const silent = push.kind !== 'test' && (await isSoundOnDuty())
  await registration.showNotification(title, { ...options, ...(silent && { silent }) })
}

async function open({ clients }: ServiceWorkerGlobalScope, notification: Notification) {
  notification.close()
  const told = conversationOf(notification.data)
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const best = windows.find(({ focused }) => focused) ?? windows.find(isVisible) ?? windows[0]
  if (!best) {
    await clients.openWindow(addressOf(told))
    return
  }
  if (told !== null) best.postMessage(openRequestOf(told))
  // Systems refuse it at times; the conversation is there all the same.
  await best.focus().catch(() => undefined)
}

function addressOf(told: Told | null): string {
  if (!told) return '/tickets'
  const { kind, id, noteId } = told
  return noteId === undefined ? `/${kind}s/${id}` : `/${kind}s/${id}?note=${noteId}`
}

const isVisible = ({ visibilityState }: WindowClient) => visibilityState === 'visible'

async function renew({ registration }: ServiceWorkerGlobalScope) {
  // Without a session there is nobody to notify; without network the app does it at its next start.
  if (await readSession()) await subscribe(registration).catch(() => undefined)
}
