// What the desk may know of sync, beside session-client.ts. Reads are the queries of db by their name, live on the local views, writes are
// mutations into the outbox; both go to this tab's worker (tab-link.ts), which is the leader or knows it. Invariant: nothing here waits for
// the network but catchUp.
import { useMemo, useSyncExternalStore } from 'react'
import { useSelected } from './kit/use-selected.ts'
import { queryKey, type QueryCall } from 'db/kit/define-query.ts'
import { AppError } from 'db/kit/errors.ts'
import { parseArgs } from 'db/kit/define-mutation.ts'
import { mutations, type MutationArgs, type MutationName } from 'db/mutations.ts'
import { adoptAppending, forgetAppending, noteAppending } from './outbox/append-journal.ts'
import type { Attachment } from './outbox/attachments.ts'
import { requestFlush } from './outbox/background-sync.ts'
import { keepSnapshot } from './queries/keep-snapshot.ts'
import { askServer } from './queries/ask-server.ts'
import { knownRows, liveStore, onLiveRefusal, serverPaints } from './queries/live-store.ts'
import type { LiveRows } from './queries/query-store.ts'
import { isBehind } from './queries/racing.ts'
import {
  appendEntry,
  appendUnlessRepeated,
  findEntry,
  newEntry,
  removeEntries,
  updateEntries,
  type NewEntry,
  type OutboxEntry,
} from './outbox/outbox.ts'
import { mayRepeat } from './outbox/repeats.ts'
import { mayBeTakenBack } from './outbox/sendable.ts'
import { whenAnswered } from './outbox/when-taken.ts'
import { outboxStore, type ShownEntry } from './outbox/outbox-store.ts'
import { actorOf, authorizedFetch, currentSession, errorOf, type Session } from './session/session.ts'
import { isCopyComplete } from './tabs/status.ts'
import { statusStore } from './tabs/status-store.ts'
import { call } from './tabs/tab-link.ts'

export { mediaOf } from './push/media.ts'
export { isCopyComplete } from './tabs/status.ts'
export { whenTaken } from './outbox/when-taken.ts'
export type { ShownEntry as OutboxEntry } from './outbox/outbox-store.ts'

let started = false

/** When somebody works here; once. `onRefused`: what is to be told where no screen asks for it, e.g. that a list is too long for one answer. */
export function startDesk(onRefused: (error: AppError) => void): void {
  if (started) return
  started = true
  onLiveRefusal(onRefused)
  adoptAppending().catch((error: unknown) => console.error('append journal', error))
  keepSnapshot()
}

export type FileWithHash = Pick<Attachment, 'hash' | 'name' | 'blob'>

/** What is known of a live query, whose rows are what its author says they are: Postgres has no types for TypeScript to check. */
export interface QueryResult<Row> extends Omit<LiveRows, 'rows'> {
  rows: readonly Row[]
}

/**
 * Rows of a live query, camelCase, or what somebody needs of it. `ready` is false until the first result; rows keep their identity while equal.
 * `whole`: see `useComplete`.
 */
export function useQuery<Row>(query: QueryCall<Row> | null): QueryResult<Row>
export function useQuery<Row, T>(query: QueryCall<Row> | null, select: (result: QueryResult<Row>) => T): T
export function useQuery(query: QueryCall | null, select?: (result: QueryResult<never>) => unknown): unknown {
  const key = query && queryKey(query)
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the key stands for the query
  const store = useMemo(() => liveStore(query), [key])
  return useSelected(store, select as ((live: LiveRows) => unknown) | undefined)
}

/**
 * Whether the query's rows are all there are, so that what is not among them does not exist: the server has answered in this run, or a copy
 * that is whole, and nobody in reach is about to say more. Rows that were kept of the last time paint at once and miss what came since.
 */
export function useComplete(query: QueryCall | null): boolean {
  return useQuery(query, ({ whole }) => whole)
}

/** Something on the screen is what the server answers, because this device's copy is not there yet, not whole or not up to date. */
export function useServerPaints(): boolean {
  return useSyncExternalStore(serverPaints.subscribe, serverPaints.get)
}

/** As `useQuery`, outside of a render: rows now and after each change, until the returned function is called. */
export function watchQuery<Row>(query: QueryCall<Row>, onRows: (rows: readonly Row[]) => void): () => void {
  const store = liveStore(query)
  const tell = () => {
    const { rows, ready } = store.get()
    if (ready) onRows(rows as unknown as readonly Row[])
  }
  tell()
  return store.subscribe(tell)
}

/** What `watchQuery` would tell at once. */
export function knownResult<Row>(query: QueryCall<Row>): readonly Row[] | undefined {
  return knownRows(query) as readonly Row[] | undefined
}

/** Asks already for what is about to be shown; who shows it soon finds it. Resolves with the first result. */
export function warmQuery(query: QueryCall): Promise<void> {
  return liveStore(query).warm()
}

/** Once. Of the server as long as the local copy is not whole, if it answers. @throws AppError or Error of Postgres */
export async function runQuery<Row>(query: QueryCall<Row>): Promise<readonly Row[]> {
  const status = statusStore.get()
  const isAsked = !isCopyComplete(status) && isBehind(status, currentSession())
  const there = isAsked ? await askServer(query).catch(() => undefined) : undefined
  return (there?.rows ?? (await call({ kind: 'query', query }))) as readonly Row[]
}

/** Resolves when it is durable and visible on this device; the server's answer comes later, through the outbox. @throws AppError ERR_VALIDATION, ERR_NO_PERMISSION */
export async function mutate<N extends MutationName>(name: N, args: MutationArgs<N>): Promise<void> {
  const { shown } = await enqueue(name, args)
  await shown
}

/**
 * As `mutate`, but the server gets it only after `ms`: until then what is returned takes it back, which says whether it came in time. A tab
 * that dies changes nothing about it: it goes with what this device sends next.
 */
export async function mutateLater<N extends MutationName>(
  name: N,
  args: MutationArgs<N>,
  ms: number,
): Promise<() => Promise<boolean>> {
  const { seq, shown } = await enqueue(name, args, [], new Date(Date.now() + ms))
  // What is over is said, so that who sends looks again.
  setTimeout(() => void updateEntries(new Map([[seq, { notBefore: undefined }]])).catch(() => undefined), ms + 50)
  await shown
  return async () => {
    const entry = await findEntry(seq)
    if (!entry || !mayBeTakenBack(entry)) return false
    await removeEntries([seq])
    return true
  }
}

/**
 * Resolves when it is durable, which is before the views show it. Without files it survives the tab's death from the call on, and
 * may be shown then. @throws as `mutate`
 */
export async function enqueue<N extends MutationName>(
  name: N,
  args: MutationArgs<N>,
  /** That the mutation names by their hash; kept on the device until the server has them. */
  files: readonly FileWithHash[] = [],
  notBefore?: Date,
): Promise<{ seq: number; shown: Promise<unknown> }> {
  const session = mustBeLoggedIn()
  const mutation = mutations.get(name)
  if (!mutation) throw new AppError('ERR_UNKNOWN_MUTATION', { name })
  if (!mutation.can(actorOf(session))) throw new AppError('ERR_NO_PERMISSION')
  parseArgs(mutation.args, args)
  const { id: userId, companyId } = session.user
  const attachments = files.map((file) => ({ ...file, userId }))
  const entry = await append(
    newEntry({
      userId,
      companyId,
      name,
      args: { ...args },
      ...(mutation.quiet && { quiet: true }),
      ...(notBefore && { notBefore }),
    }),
    attachments,
  )
  if (statusStore.get().phase !== 'live') void requestFlush()
  return { seq: entry.seq, shown: whenShown(entry) }
}

/** It is kept, and will be sent, whatever becomes of the worker that should show it. */
async function whenShown(entry: OutboxEntry): Promise<void> {
  const run = call({ kind: 'run', entry }).then(
    () => undefined,
    () => undefined,
  )
  if (statusStore.get().phase !== 'starting') return run
  // There is no local database to show it yet: the server paints, and does so when it has taken it.
  const ended = new AbortController()
  await Promise.race([run, whenAnswered(entry, ended.signal)]).finally(() => ended.abort())
}

async function append(entry: NewEntry, files: readonly Attachment[]) {
  if (files.length > 0) return appendEntry(entry, files)
  noteAppending(entry)
  try {
    return await (mayRepeat(entry) ? appendUnlessRepeated(entry) : appendEntry(entry))
  } finally {
    forgetAppending(entry)
  }
}

/** Tries again at once whatever waits, and asks the server whether it is there. @throws TypeError when it is not */
export async function catchUp(): Promise<void> {
  void call({ kind: 'catch-up' }).catch(() => undefined)
  const response = await authorizedFetch('/api/auth/me')
  if (!response.ok) throw await errorOf(response)
}

/** Waiting and refused entries of this user, oldest first, or what somebody needs of them: they change with everything that is done. */
export function useOutbox(): readonly ShownEntry[]
export function useOutbox<T>(select: (entries: readonly ShownEntry[]) => T): T
export function useOutbox(select?: (entries: readonly ShownEntry[]) => unknown): unknown {
  return useSelected(outboxStore, select)
}

/**
 * A refused entry goes to the server again, at its old place in the order; with other arguments when its author changed it. So does
 * what waits for a refused one, when its new arguments no longer name what that one would have made.
 */
export async function retryEntry(id: string, args?: Record<string, unknown>): Promise<void> {
  const entry = outboxStore.get().find((candidate) => candidate.id === id)
  if (entry?.state !== 'refused' && entry?.heldBy === undefined) return
  const again = { state: 'waiting' as const, code: undefined, details: undefined, because: undefined }
  const later = becauseOf(id).map(({ seq }) => [seq, again] as const)
  await updateEntries(new Map([[entry.seq, { ...again, ...(args && { args }) }], ...later]))
}

/** What was refused because of a refused one is tried with it. */
const becauseOf = (id: string) => outboxStore.get().filter(({ because }) => because === id)

/** What the server refused, or what waits for such a one, is given up. What is only waiting may be on its way already. */
export async function discardEntry(id: string): Promise<void> {
  const entry = outboxStore.get().find((candidate) => candidate.id === id)
  if (entry?.state === 'refused' || entry?.heldBy !== undefined) await removeEntries([entry.seq])
}

function mustBeLoggedIn(): Session {
  const session = currentSession()
  if (!session) throw new AppError('ERR_SESSION_REVOKED')
  return session
}
