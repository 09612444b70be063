// Who is mentioned in a text to a group: `@digits` of its participants. Phones show the name only when text and list say the same id.
import { jidDecode } from '@whiskeysockets/baileys'

export interface Participant {
  /** As the group addresses them. */
  id: string
  lid?: string | undefined
  phoneNumber?: string | undefined
}

export interface Mentioning {
  text: string
  jids: string[]
}

const mention = /@(\d{5,20})/g

export const mayMention = (text: string) => text.search(mention) >= 0

export function mentionsIn(text: string, participants: readonly Participant[]): Mentioning {
  const jids = new Set<string>()
  const written = text.replaceAll(mention, (whole, digits: string) => {
    const found = participants.find(({ id, lid, phoneNumber }) =>
      [id, lid, phoneNumber].some((jid) => jid && jidDecode(jid)?.user === digits),
    )
    if (!found) return whole
    jids.add(found.id)
    return `@${jidDecode(found.id)?.user}`
  })
  return { text: written, jids: [...jids] }
}
