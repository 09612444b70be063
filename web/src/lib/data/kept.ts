// All that the app keeps in localStorage goes through here, under a name that says whose it is. Invariant: a name that is not listed does not
// compile, and lint refuses localStorage elsewhere; who logs out leaves nothing that is not the device's or, by decision, waits for them.
// public/before-paint.js and the theme's library read and write theirs by themselves.

/**
 * device: of whoever works here. session: of who works here now. person: of who is named in the key, by their id or their company's; it outlives a
 * session that the server ends. waiting: as person, and is there when they log in again after a logout (decision 0125).
 */
type Whose = 'device' | 'session' | 'person' | 'waiting'

const names = {
  columns: 'device',
  'contact-drawer': 'device',
  'demo-guide': 'device',
  drawer: 'device',
  language: 'device',
  'sign-messages': 'device',
  'single-keys': 'device',
  team: 'device',
  theme: 'device',
  'voice-speed': 'device',
  volume: 'device',
  'was-here': 'device',
  'last-page': 'session',
  presence: 'session',
  appending: 'person',
  draft: 'person',
  everyone: 'person',
  'first-steps': 'person',
  'kanban-people': 'person',
  'queue-filter': 'person',
  'waiting-order': 'person',
  notify: 'waiting',
  todolist: 'waiting',
} as const satisfies Record<string, Whose>

type Name = keyof typeof names
/** A name, alone or with what makes it one of several. */
export type KeptKey = Name | `${Name}:${string}` | `${Name} ${string}`

/** Undefined: of an older version, or nobody's. */
function whoseIs(key: string): Whose | undefined {
  const name = key.split(/[: ]/, 1)[0] ?? ''
  return Object.hasOwn(names, name) ? names[name as Name] : undefined
}

/** Somebody logged out in this tab or another one, and nobody came since. */
let isOver = false

export const kept = {
  get: (key: KeptKey) => localStorage.getItem(key),

  /** What screens that are still there write of somebody who left is not kept. @throws DOMException without space */
  set(key: KeptKey, value: string) {
    if (!isOver || whoseIs(key) === 'device') localStorage.setItem(key, value)
  },

  remove: (key: KeptKey) => localStorage.removeItem(key),

  keys: () => Object.keys(localStorage).filter((key): key is KeptKey => whoseIs(key) !== undefined),
}

/** Somebody works here. */
export function keepAgain(): void {
  isOver = false
}

/** Nobody works here; whoever has these ids logged out. Theirs goes, what is of any session, and all that has no name of ours. */
export function forgetPerson(ids: readonly string[]): void {
  isOver = true
  const keys = Object.keys(localStorage)
  for (const key of keys) if (!stays(key, ids)) localStorage.removeItem(key)
  // Somebody was here: a page shows that before it has code.
  if (keys.length > 0) kept.set('was-here', '1')
}

function stays(key: string, ids: readonly string[]): boolean {
  const whose = whoseIs(key)
  if (whose === 'person') return !key.split(':').some((part) => ids.includes(part))
  return whose === 'device' || whose === 'waiting'
}
