// How far somebody is with the demo's guide, on this device; nothing of it is there unless they came in by a button of the demo.
import { useSyncExternalStore } from 'react'
import { kept } from './kept.ts'

export const demoSteps = ['answer', 'customer', 'pull', 'write', 'plug'] as const
export type DemoStep = (typeof demoSteps)[number]

export interface DemoGuide {
  /** Where the simulated phones are. */
  phones: string
  /** ISO 8601. */
  startedAt: string
  done: readonly DemoStep[]
}

const key = 'demo-guide'
const listeners = new Set<() => void>()
let known: { text: string | null; guide: DemoGuide | null } = { text: null, guide: null }

export function useDemoGuide(): DemoGuide | null {
  return useSyncExternalStore(subscribe, readDemoGuide)
}

export function readDemoGuide(): DemoGuide | null {
  const text = kept.get(key)
  if (text !== known.text) known = { text, guide: text === null ? null : (JSON.parse(text) as DemoGuide) }
  return known.guide
}

export function beginDemoGuide(phones: string) {
  writeDemoGuide({ phones, startedAt: new Date().toISOString(), done: [] })
}

/** null: it is closed for good. */
export function writeDemoGuide(guide: DemoGuide | null) {
  if (guide) kept.set(key, JSON.stringify(guide))
  else kept.remove(key)
  for (const listener of listeners) listener()
}

export function markDemoStep(step: DemoStep) {
  const guide = readDemoGuide()
  if (guide && !guide.done.includes(step)) writeDemoGuide({ ...guide, done: [...guide.done, step] })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
