// Messages as they are laid out: a pill where a day begins, bubbles together that one sender wrote in one minute. Pure.
import { dayKey } from '../../../lib/date-time.ts'

interface Groupable {
  fromMe: boolean
  userId: string | null
  participantId: string | null
  createdAt: Date
}

export interface Placed<Message> {
  message: Message
  /** This message is the first of its day. */
  opensDay: boolean
  /** Of its group: shows the sender. */
  first: boolean
  /** Of its group: shows the time. */
  last: boolean
}

const minuteMs = 60_000

export function groupMessages<Message extends Groupable>(messages: readonly Message[]): Placed<Message>[] {
  return messages.map((message, index) => {
    const [before, after] = [messages[index - 1], messages[index + 1]]
    return {
      message,
      opensDay: !before || dayKey(before.createdAt) !== dayKey(message.createdAt),
      first: !before || !belongTogether(before, message),
      last: !after || !belongTogether(message, after),
    }
  })
}

function belongTogether(a: Groupable, b: Groupable): boolean {
  return (
    a.fromMe === b.fromMe && a.userId === b.userId && a.participantId === b.participantId && minuteOf(a) === minuteOf(b)
  )
}

/** The minute on the clock, so that a group has one time; it also keeps days apart. */
const minuteOf = ({ createdAt }: Groupable) => Math.floor(createdAt.getTime() / minuteMs)
