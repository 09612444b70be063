// Tells the server whether somebody works with the app on this device. Tabs know of each other by localStorage, so that one speaks for all and
// none calls a person away who went to another tab. Said when it changes; what could not be said is said again.
import { useEffect } from 'react'
import { authorizedFetch } from '../../../sync/session-client.ts'
import { awaySince } from './activity.ts'
import { kept, type KeptKey } from '../../../lib/data/kept.ts'

const everyMs = 20_000
/** Keys follow each other faster than anybody wants to know. */
const noteMs = 5_000

const keys = { used: 'presence:used', seen: 'presence:seen', told: 'presence:told' } as const
const read = (key: KeptKey) => Number(kept.get(key) ?? 0)

export function useTellPresence(userId: string) {
  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    const isVisible = () => document.visibilityState === 'visible'
    const look = () => void tell(userId)
    const onSight = () => {
      note(keys.seen)
      if (isVisible()) note(keys.used)
      look()
    }
    let notedAt = 0
    const onUse = () => {
      if (Date.now() - notedAt < noteMs || !isVisible()) return
      notedAt = Date.now()
      note(keys.used)
      look()
    }
    const timer = setInterval(() => {
      if (isVisible()) note(keys.seen)
      look()
    }, everyMs)
    onSight()
    document.addEventListener('visibilitychange', onSight, { signal })
    addEventListener('online', look, { signal })
    for (const type of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'])
      addEventListener(type, onUse, { signal, passive: true, capture: true })
    return () => {
      gone.abort()
      clearInterval(timer)
    }
  }, [userId])
}

function note(key: KeptKey) {
  kept.set(key, String(Date.now()))
}

async function tell(userId: string) {
  const now = Date.now()
  const since = awaySince({ usedAt: read(keys.used), seenAt: read(keys.seen) }, now)
  const state = `${userId} ${since === null ? 'here' : 'away'}`
  const before = kept.get(keys.told)
  if (before === state || !navigator.onLine) return
  kept.set(keys.told, state)
  // Whoever logs in is there: nothing is to be said until they leave.
  if (since === null && !before?.startsWith(userId)) return
  const awaySeconds = since === null ? null : Math.round((now - since) / 1000)
  const body = JSON.stringify({ awaySeconds })
  const headers = { 'content-type': 'application/json' }
  // What the server refuses it would refuse again.
  const isAnswered = await authorizedFetch('/api/presence', { method: 'POST', headers, body }).then(
    ({ status }) => status < 500,
    () => false,
  )
  if (!isAnswered && kept.get(keys.told) === state) kept.set(keys.told, before ?? '')
}
