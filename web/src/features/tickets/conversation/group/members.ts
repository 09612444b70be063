// A group's members in a text: written by name, sent by the digits that WhatsApp knows them by. Pure.
import type { GroupMemberRow } from 'db/contacts/queries.ts'
import { placesOf, type Named } from 'db/mentions/text.ts'
import type { MessageDetails } from 'db/messages/details.ts'
import { formatPhone } from '../../../../lib/text/phone-number.ts'

export interface Member extends Named {
  /** What stands for them in a message that is sent. */
  digits: string
  number: string | null
  isAdmin: boolean
  /** The company's own number. */
  isOwn: boolean
}

/** By names that tell them apart; who has none is called by their number. Whom WhatsApp says nothing of can't be named. */
export function named(rows: readonly GroupMemberRow[]): Member[] {
  const members = rows.flatMap(({ id, name, lid, number, isAdmin, isOwn }): Member[] => {
    const digits = lid ?? number
    if (digits === null) return []
    return [
      {
        id,
        digits,
        number,
        isAdmin,
        isOwn,
        name: name ?? (number === null ? `~${digits.slice(-4)}` : formatPhone(number)),
      },
    ]
  })
  const same = Map.groupBy(members, ({ name }) => name)
  return members.map((member) =>
    (same.get(member.name)?.length ?? 0) > 1
      ? { ...member, name: `${member.name} (${(member.number ?? member.digits).slice(-4)})` }
      : member,
  )
}

type Mentioned = Pick<Member, 'name' | 'digits'>
export type Mentions = NonNullable<MessageDetails['mentions']>

/** What somebody typed, as it is sent. */
export function withDigits(typed: string, people: readonly Mentioned[]): string {
  let [sent, end] = ['', 0]
  for (const { id, start, end: next } of placesOf(typed, byDigits(people))) {
    sent += `${typed.slice(end, start)}@${id}`
    end = next
  }
  return sent + typed.slice(end)
}

/** Whom a text that is sent mentions. */
export const mentionsIn = (sent: string, people: readonly Mentioned[]): Mentions =>
  people.flatMap(({ digits, name }) => (new RegExp(`@${digits}(?!\\d)`).test(sent) ? [{ digits, name }] : []))

/** What was sent, to be changed by who wrote it. */
export const withMemberNames = (sent: string, mentions: Mentions): string =>
  sent.replaceAll(/@(\d+)/g, (whole, digits: string) => {
    const person = mentions.find((one) => one.digits === digits)
    return person ? `@${person.name}` : whole
  })

const byDigits = (people: readonly Mentioned[]): Named[] => people.map(({ digits, name }) => ({ id: digits, name }))
