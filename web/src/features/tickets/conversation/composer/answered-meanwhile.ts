// Whether a draft still answers what its writer saw: a colleague may have written, or have taken the ticket, since it was begun. Pure.
import type { MessageRow } from 'db/messages/queries.ts'
import type { DraftBegin } from '../../../../lib/data/drafts.ts'

export type Meanwhile = { kind: 'answered' | 'taken'; by: string }

interface Now {
  rows: readonly Pick<MessageRow, 'id' | 'fromMe' | 'userId' | 'userName'>[]
  holder: { userId: string | null; userName: string | null }
  me: string
}

export function meanwhile(begin: DraftBegin, { rows, holder, me }: Now): Meanwhile | null {
  // Not among them: it is older than all of them.
  const since = rows.slice(rows.findLastIndex(({ id }) => id === begin.messageId) + 1)
  const answer = since.findLast(({ fromMe, userId }) => fromMe && userId !== null && userId !== me)
  if (answer) return { kind: 'answered', by: answer.userName ?? '' }
  const { userId, userName } = holder
  const taken = userId !== null && userId !== me && userId !== begin.holderId
  return taken ? { kind: 'taken', by: userName ?? '' } : null
}
