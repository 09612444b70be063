// What a responder answers, and how it is made fit to be said. Pure.
import { cutText } from '../kit/texts/cut-text.ts'

export interface Reply {
  text: string
  /** SHA-256 of a file that the company's media store has. */
  mediaHash?: string | null
  mediaName?: string | null
  /** The file is sound that is sent as a voice note; `text` is then what it says. */
  isVoice?: boolean
  /** Milliseconds that pass before it is said, while the customer sees that somebody writes. */
  delayMs?: number
}

/** What happens once the replies stand in the conversation. */
export type Next =
  /** The responder goes on when the customer says something. */
  | { kind: 'wait' }
  /** People go on, in the ticket's queue; in `queueId` when it has none. `reason` is logged: words of ours, a status or a code, nothing that was said. */
  | { kind: 'people'; queueId?: string | null; reason: string }
  /** The ticket goes to a queue, or to somebody of it, and people go on. Checked: what is not the company's is as 'people'. */
  | { kind: 'transfer'; queueId: string; userId?: string | null }
  | { kind: 'close' }

export interface Answer {
  replies: Reply[]
  next: Next
  /** What to keep for the next answer; JSON. */
  state: unknown
  /** Tags that the ticket gets; others' are ignored. */
  tagIds?: string[]
}

/** Nothing is said, and the responder goes on. */
export const silence = (state: unknown = null): Answer => ({ replies: [], next: { kind: 'wait' }, state })

/** People go on. */
export const handOver = (reason: string, queueId: string | null = null): Answer => ({
  replies: [],
  next: { kind: 'people', queueId, reason },
  state: null,
})

/** What a service was asked is answered later: ask again after so long; people go on when it was too often. */
export interface AskLater {
  kind: 'later'
  afterMs: number
}

const mostReplies = 20
/** As WhatsApp takes it, with room. */
const mostText = 4096
const mostDelayMs = 30_000

/** What comes from outside is never longer, later or more than a conversation bears; what says nothing is left out. */
export function fit(answer: Answer): Answer {
  const replies = answer.replies
    .map((reply) => ({
      ...reply,
      text: cutText(reply.text.replaceAll('\0', '').trim(), mostText),
      delayMs: Math.min(Math.max(reply.delayMs ?? 0, 0), mostDelayMs),
    }))
    .filter(({ text, mediaHash }) => text !== '' || Boolean(mediaHash))
  return { ...answer, replies: replies.slice(0, mostReplies) }
}
