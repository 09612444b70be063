// This device's push subscription: made by the browser with the installation's key, told to the server, and undone at both. Used by the
// app and by the service worker, one at a time. Invariant: the browser keeps a subscription only for whom is logged in here.
import { AppError } from 'db/kit/errors.ts'
import * as v from 'valibot'
import { authorizedFetch, errorOf } from '../sync/background.ts'
import { setBadge } from './badge.ts'

const oneAtATime = 'push-subscription'
const keyAnswer = v.object({ key: v.nullable(v.string()) })

/** The installation's public key, base64url; null when the server does not notify. @throws AppError; TypeError offline */
export async function serverKey(): Promise<string | null> {
  const response = await authorizedFetch('/api/push/key')
  if (!response.ok) throw await errorOf(response)
  return v.parse(keyAnswer, await response.json()).key
}

/** Also when there is one already: the server may have forgotten it, or have another key now. @throws as serverKey; DOMException of the browser */
export async function subscribe(registration: ServiceWorkerRegistration): Promise<void> {
  await navigator.locks.request(oneAtATime, async () => {
    const key = await serverKey()
    if (key === null) throw new AppError('ERR_NOT_FOUND')
    const subscription = await subscriptionFor(registration, key)
    await tellServer('PUT', subscription.toJSON())
  })
}

/** Whether this device is subscribed, as far as the browser knows. */
export async function isSubscribed(registration: ServiceWorkerRegistration): Promise<boolean> {
  return (await registration.pushManager.getSubscription()) !== null
}

/** The person does not want it any more. The browser forgets first: then the push service tells whom we could not reach. */
export async function unsubscribe(registration: ServiceWorkerRegistration): Promise<void> {
  await drop(registration)
  await tellServer('DELETE')
}

/** The server notifies this device, once. @throws AppError; TypeError offline */
export async function sendTest(): Promise<void> {
  const response = await authorizedFetch('/api/push/test', { method: 'POST' })
  if (!response.ok) throw await errorOf(response)
}

/** Nobody is logged in here any more: nothing may arrive and nothing may stay on the screen. The server knows by itself. */
export async function forgetDevice(registration: ServiceWorkerRegistration | undefined): Promise<void> {
  await setBadge(0)
  if (!registration) return
  for (const notification of await registration.getNotifications()) notification.close()
  await drop(registration)
}

function drop({ pushManager }: ServiceWorkerRegistration) {
  return navigator.locks.request(oneAtATime, async () => {
    // Not there in Safari outside an installed app.
    await (await pushManager?.getSubscription())?.unsubscribe()
  })
}

async function subscriptionFor({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const known = await pushManager.getSubscription()
  if (known && base64url(known.options.applicationServerKey) === key) return known
  await known?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function tellServer(method: 'PUT' | 'DELETE', body?: PushSubscriptionJSON) {
  const response = await authorizedFetch('/api/push/subscriptions', {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw await errorOf(response)
}

function base64url(buffer: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
