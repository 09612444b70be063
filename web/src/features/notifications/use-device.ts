// Notifications of this device, as the page shows and changes them.
import { t } from '@lingui/core/macro'
import { useCallback, useState } from 'react'
import { toastDone, toastError, toastNotice } from '../../lib/app/toast.ts'
import { useReadOnline } from '../../lib/data/use-read-online.ts'
import { isSubscribed, sendTest, serverKey, subscribe, unsubscribe } from '../../notifications/subscription.ts'
import { usePermission } from './use-permission.ts'
import { isWanted, setWanted } from './wanted.ts'

export type DeviceState =
  | 'reading'
  /** This browser has no push, or (iPhone, iPad) only in the installed app. */
  | 'unsupported'
  /** The server has no keys. */
  | 'off'
  /** The server can't be asked now. */
  | 'offline'
  /** The person told the browser not to. */
  | 'denied'
  | 'ready'

export interface Device {
  state: DeviceState
  enabled: boolean
  /** Something is being changed. */
  busy: boolean
  setEnabled(on: boolean): void
  test(): void
}

export function useDevice(userId: string): Device {
  const permission = usePermission()
  const { found, read } = useFound(userId)
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      tell(error)
    }
    await read()
    setBusy(false)
  }
  const state = permission === null ? 'unsupported' : permission === 'denied' ? 'denied' : found.state
  return {
    state,
    enabled: state === 'ready' && permission === 'granted' && found.subscribed,
    busy,
    setEnabled: (on) => void run(() => (on ? enable(userId) : disable(userId))),
    test: () =>
      void run(async () => {
        await sendTest()
        toastDone(t`Notificação de teste enviada.`)
      }),
  }
}

type Found = { state: Exclude<DeviceState, 'denied'>; subscribed: boolean }

/** What browser and server say; read again after each change and when the network is back. */
function useFound(userId: string) {
  const [found, setFound] = useState<Found>({ state: 'reading', subscribed: false })
  const read = useCallback(async () => setFound(await find(userId)), [userId])
  useReadOnline(read)
  return { found, read }
}

async function find(userId: string): Promise<Found> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration?.pushManager) return { state: 'unsupported', subscribed: false }
  const subscribed = isWanted(userId) && (await isSubscribed(registration))
  try {
    return { state: (await serverKey()) === null ? 'off' : 'ready', subscribed }
  } catch {
    return { state: 'offline', subscribed }
  }
}

async function enable(userId: string) {
  if ((await Notification.requestPermission()) !== 'granted') return
  await subscribe(await navigator.serviceWorker.ready)
  setWanted(userId, true)
}

async function disable(userId: string) {
  setWanted(userId, false)
  await unsubscribe(await navigator.serviceWorker.ready)
}

/** The browser's own push service has its own failures. */
function tell(error: unknown) {
  if (error instanceof DOMException) toastNotice(t`O navegador não conseguiu ativar as notificações. Tente de novo.`)
  else toastError(error)
}
