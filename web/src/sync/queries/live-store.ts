// The live queries of this tab, on the browser's parts.
import { onOutboxChange } from '../outbox/outbox.ts'
import { outboxStore } from '../outbox/outbox-store.ts'
import { isAwake } from '../session/page-life.ts'
import { currentSession, onSessionChange } from '../session/session.ts'
import { statusStore } from '../tabs/status-store.ts'
import { subscribe } from '../tabs/tab-link.ts'
import { askServer } from './ask-server.ts'
import { createQueryStores } from './query-stores.ts'
import { endSnapshot, lastRows } from './snapshot.ts'

export const { liveStore, knownRows, shownResults, serverPaints, onLiveChange, onLiveRefusal } = createQueryStores({
  subscribe,
  askServer,
  lastRows,
  endSnapshot,
  status: statusStore,
  onOutboxChange,
  isLooked: () => document.visibilityState === 'visible' && isAwake(),
  hasSession: () => Boolean(currentSession()),
  isWaiting: () => outboxStore.get().some(({ state }) => state === 'waiting'),
  onSessionEnd: (listener) => onSessionChange(({ kind }) => kind === 'ended' && listener()),
})
