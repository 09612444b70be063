import { expect, test } from 'vitest'
import type { SyncStatus } from '../../../sync/session-client.ts'
import { syncView } from './sync-view.ts'

const live: SyncStatus = {
  phase: 'live',
  mode: 'local',
  syncedAt: new Date(0),
  unreachable: false,
  outdated: false,
  busy: false,
  pushRefused: null,
  overdue: null,
  trips: null,
  network: 'online',
  waiting: 0,
  refused: 0,
  leaseExpired: false,
}

test.each([
  ['all is well', {}, 'well'],
  ['nothing to send offline is still offline', { network: 'offline' }, 'offline'],
  ['the server does not answer', { phase: 'reconnecting', waiting: 3 }, 'offline'],
  ['the server has not answered yet', { phase: 'connecting', waiting: 3 }, 'syncing'],
  ['first copy', { phase: 'loading' }, 'syncing'],
  ['the server is lost in the middle of the first copy', { phase: 'loading', unreachable: true }, 'offline'],
  ['on its way', { waiting: 2 }, 'sending'],
  ['refused outlasts waiting', { waiting: 2, refused: 1 }, 'refused'],
  ['the server takes nothing', { waiting: 2, pushRefused: 'ERR_NO_PERMISSION' }, 'blocked'],
  ['an overdue company is not offline', { phase: 'reconnecting', overdue: { since: null } }, 'overdue'],
  ['reads go on, writes are not taken', { waiting: 2, pushRefused: 'ERR_SUBSCRIPTION_EXPIRED' }, 'overdue'],
  ['without network nobody knows', { network: 'offline', overdue: { since: null } }, 'offline'],
  ['the server asks to come later', { phase: 'reconnecting', busy: true, waiting: 2 }, 'busy'],
  ['it asks what is sent to', { waiting: 2, pushRefused: 'ERR_TOO_MANY_REQUESTS' }, 'busy'],
  ['without network it is just offline', { network: 'offline', busy: true }, 'offline'],
  ['no local database', { phase: 'failed', network: 'offline' }, 'failed'],
] satisfies [string, Partial<SyncStatus>, string][])('%s', (_, change, state) => {
  expect(syncView({ ...live, ...change }, 'stored').state).toBe(state)
})

test('until the app itself is on the device, not everything is here', () => {
  expect(syncView(live, 'storing').state).toBe('storing')
  expect(syncView({ ...live, network: 'offline' }, 'storing').state).toBe('offline')
  expect(syncView(live, 'never').state).toBe('well')
})
