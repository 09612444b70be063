// How a message is laid out beside its neighbours: a pill where a day begins, bubbles together that one sender wrote in one minute. Pure.
import { isSameDay } from '../../../lib/date-time.ts'

interface Groupable {
  ticketId: string
  fromMe: boolean
  userId: string | null
  participantId: string | null
  createdAt: Date
}

export interface Place {
  /** This message is the first of its day. */
  opensDay: boolean
  /** Of its group: shows the sender. */
  first: boolean
  /** Of its group: shows the time. */
  last: boolean
}

const minuteMs = 60_000

export function placeOf(before: Groupable | undefined, message: Groupable, after: Groupable | undefined): Place {
  return {
    opensDay: !before || !isSameDay(before.createdAt, message.createdAt),
    first: !before || !belongTogether(before, message),
    last: !after || !belongTogether(message, after),
  }
}

function belongTogether(a: Groupable, b: Groupable): boolean {
  return (
    a.ticketId === b.ticketId &&
    a.fromMe === b.fromMe &&
    a.userId === b.userId &&
    a.participantId === b.participantId &&
    minuteOf(a) === minuteOf(b)
  )
}

/** The minute on the clock, so that a group has one time; it also keeps days apart. */
const minuteOf = ({ createdAt }: Groupable) => Math.floor(createdAt.getTime() / minuteMs)
