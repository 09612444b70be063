// What the outbox holds about messages, by message id: what is still to be sent, what is still to be changed, and what was refused. Pure.
import type { OutboxEntry } from '../../../../sync/client.ts'

export interface MessageOutbox {
  /** Messages that wait to be sent. */
  sending: ReadonlySet<string>
  /** Messages with an edit, reaction or deletion that waits. */
  changing: ReadonlySet<string>
  /** Messages of the ticket that the server did not take. */
  refused: ReadonlyMap<string, OutboxEntry>
  /** What was to be done to a message and was not taken. */
  refusedChanges: ReadonlyMap<string, OutboxEntry>
}

const sends = new Set(['message.send', 'message.forward'])
const changes = new Set(['message.edit', 'message.react', 'message.delete'])

export function messageOutbox(outbox: readonly OutboxEntry[], ticketId: string): MessageOutbox {
  const idsOf = (names: ReadonlySet<string>, refused: boolean) =>
    outbox
      .filter(({ name, state }) => names.has(name) && (state === 'refused') === refused)
      .map((entry) => [rowIdOf(entry), entry] as const)
  return {
    sending: new Set(idsOf(sends, false).map(([id]) => id)),
    changing: new Set(idsOf(changes, false).map(([id]) => id)),
    refused: new Map(idsOf(sends, true).filter(([, { args }]) => args['ticketId'] === ticketId)),
    refusedChanges: new Map(idsOf(changes, true)),
  }
}

export const rowIdOf = ({ args }: OutboxEntry) => String(args['id'])
