import { expect, test } from 'vitest'
import { installUntilActive, retryMs } from './install-until-active.ts'

/** A browser: each attempt to register ends as the next of `ends` says. */
function browser(...ends: (Error | ServiceWorkerState | 'gone' | 'active')[]) {
  const left = [...ends]
  const waits: number[] = []
  const registered: (Error | string | undefined)[] = []
  return {
    waits,
    registered,
    left,
    async register() {
      const end = left.shift()
      registered.push(end)
      if (end instanceof Error) throw end
      if (end === 'gone') return registration({})
      if (end === 'active') return registration({ active: worker('activated') })
      const installing = worker('installing')
      queueMicrotask(() => installing.to(end ?? 'redundant'))
      return registration({ installing })
    },
    async wait(ms: number) {
      waits.push(ms)
    },
  }
}

function worker(first: ServiceWorkerState) {
  const events = new EventTarget()
  return Object.assign(events, {
    state: first,
    to(state: ServiceWorkerState) {
      this.state = state
      events.dispatchEvent(new Event('statechange'))
    },
  })
}

const registration = (workers: { installing?: EventTarget; active?: EventTarget }) =>
  ({ installing: null, waiting: null, active: null, ...workers }) as unknown as ServiceWorkerRegistration

test('one that is there, and one that installs at once, wait for nothing', async () => {
  for (const end of ['active', 'activated'] as const) {
    const { register, wait, waits, registered } = browser(end)
    await installUntilActive(register, wait)
    expect([registered.length, waits]).toEqual([1, []])
  }
})

test('an install that fails is tried again after seconds, each time later, until one is active', async () => {
  const { register, wait, waits, left } = browser(
    'redundant',
    new TypeError('fetch'),
    'gone',
    'activating',
    'redundant',
  )
  await installUntilActive(register, wait)
  expect(waits).toEqual([2000, 4000, 8000])
  expect(left).toEqual(['redundant'])
})

test('between attempts is no more than an hour', async () => {
  const { register, wait, waits } = browser(...Array.from({ length: 20 }, () => 'redundant' as const), 'activated')
  await installUntilActive(register, wait)
  expect(waits.at(-1)).toBe(retryMs.most)
})

test('a browser that keeps no apps is asked once', async () => {
  const refused = new DOMException('no', 'SecurityError')
  const { register, wait, waits } = browser(refused, 'activated')
  await expect(installUntilActive(register, wait)).rejects.toBe(refused)
  expect(waits).toEqual([])
})
