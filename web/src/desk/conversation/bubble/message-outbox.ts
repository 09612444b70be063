// What the outbox holds about messages, by message id: what is still to be sent, what is still to be changed, and what was refused. Pure.
import type { OutboxEntry } from '../../../sync/client.ts'
import type { Conversation } from '../list/source.ts'

/** Nothing waits, and nothing was refused. */
export const emptyOutbox: MessageOutbox = {
  sending: new Set(),
  changing: new Set(),
  refused: new Map(),
  refusedChanges: new Map(),
}

export interface MessageOutbox {
  /** Messages that wait to be sent. */
  sending: ReadonlySet<string>
  /** Messages with an edit, reaction or deletion that waits. */
  changing: ReadonlySet<string>
  /** Messages of the conversation that the server did not take. */
  refused: ReadonlyMap<string, OutboxEntry>
  /** What was to be done to a message and was not taken. */
  refusedChanges: ReadonlyMap<string, OutboxEntry>
}

const changes = new Set(['message.edit', 'message.react', 'message.delete'])

export function messageOutbox(
  outbox: readonly OutboxEntry[],
  { id: conversationId, saying }: Pick<Conversation, 'id' | 'saying'>,
): MessageOutbox {
  const idsOf = (names: ReadonlySet<string>, refused: boolean) =>
    outbox
      // What waits for a refused one goes nowhere by itself either.
      .filter(({ name, state, heldBy }) => names.has(name) && (state === 'refused' || heldBy !== undefined) === refused)
      .map((entry) => [rowIdOf(entry), entry] as const)
  return {
    sending: new Set(idsOf(saying.names, false).map(([id]) => id)),
    changing: new Set(idsOf(changes, false).map(([id]) => id)),
    refused: new Map(idsOf(saying.names, true).filter(([, { args }]) => args[saying.key] === conversationId)),
    refusedChanges: new Map(idsOf(changes, true)),
  }
}

export const rowIdOf = ({ args }: OutboxEntry) => String(args['id'])
