// How a message is laid out beside its neighbours: a pill where a day begins, bubbles together that one sender wrote in one minute. Pure.
// Messages stand in the order in which they came; each says when it was said, by WhatsApp's clock, which may be long before.
// Invariant: days only go forward: what came late stands among what was there by then, and says its own date.
import { isSameDay } from '../../../lib/text/date-time.ts'

interface Timed {
  createdAt: Date
  sentAt: Date | null
}

interface Groupable extends Timed {
  ticketId: string
  fromMe: boolean
  userId: string | null
  participantId: string | null
}

export interface Place {
  /** The day that begins with this message, as an instant of it; null: it goes on. */
  day: number | null
  /** It was said on another day than that under which it stands. */
  dated: boolean
  /** First message of its group: shows the sender. */
  first: boolean
  /** Last message of its group: shows the time. */
  last: boolean
}

const minuteMs = 60_000

/** When it was said: what its author's phone shows, too. Own messages of the desk have no time but that at which they were written. */
export const saidAt = ({ sentAt, createdAt }: Timed) => sentAt ?? createdAt

/** An instant of the day under which each message stands. */
export function daysOf(messages: readonly Timed[]): readonly number[] {
  let day = -Infinity
  return messages.map((message) => {
    // No later than it came: no clock that is ahead may hold up the days after it.
    const at = Math.min(saidAt(message).getTime(), message.createdAt.getTime())
    if (at > day && !isSameDay(new Date(at), new Date(day))) day = at
    return day
  })
}

/** `days`: of all messages. */
export function placeOf(messages: readonly Groupable[], index: number, days: readonly number[]): Place {
  const message = messages[index]
  const day = days[index]
  if (!message || day === undefined) throw new Error('a place is of a message that is there')
  return {
    day: day === days[index - 1] ? null : day,
    dated: !isSameDay(saidAt(message), new Date(day)),
    first: !belongTogether(messages, index - 1, days),
    last: !belongTogether(messages, index, days),
  }
}

/** Whether one before it in its group is signed: the name that stands above that one is everybody's in the group. */
export function isSignedBefore<Message extends Groupable>(
  messages: readonly Message[],
  index: number,
  days: readonly number[],
  isSigned: (message: Message) => boolean,
): boolean {
  for (let at = index - 1; belongTogether(messages, at, days); at--) {
    const message = messages[at]
    if (message && isSigned(message)) return true
  }
  return false
}

/** The message at `index` and the one after it. */
function belongTogether(messages: readonly Groupable[], index: number, days: readonly number[]): boolean {
  const [a, b] = [messages[index], messages[index + 1]]
  return (
    a !== undefined &&
    b !== undefined &&
    days[index] === days[index + 1] &&
    a.ticketId === b.ticketId &&
    a.fromMe === b.fromMe &&
    a.userId === b.userId &&
    a.participantId === b.participantId &&
    minuteOf(a) === minuteOf(b)
  )
}

/** The minute on the clock, so that a group has one time; it also keeps days apart. */
const minuteOf = (message: Groupable) => Math.floor(saidAt(message).getTime() / minuteMs)
