import { allUsers } from 'db/users/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { plainText } from '../../lib/text/message-markup.ts'
import { unsigned } from '../../lib/text/signature.ts'
import { useQuery } from '../../sync/client.ts'
import { formatPhone } from '../../lib/text/phone-number.ts'
import { useKindWords } from '../preview.tsx'
import { lastMessageKind } from './last-message.ts'

export interface LastMessage {
  lastMessage: string
  lastMessageType: string | null
  lastMessageFromMe?: boolean
  /** Who wrote it in a group. */
  lastMessageAuthor?: string | null
}

/** A ticket's last message in few words: what it says, else what it is. */
export function useLastMessageWords(): (ticket: LastMessage) => string {
  const { t } = useLingui()
  const kindWords = useKindWords()
  const withoutName = useWithoutName()
  return ({ lastMessage, lastMessageType, lastMessageFromMe, lastMessageAuthor }) => {
    const kind = lastMessageKind(lastMessageType)
    if (kind === null && lastMessage === '') return t`Nenhuma mensagem ainda`
    const words = plainText(lastMessageFromMe ? withoutName(lastMessage) : lastMessage) || kindWords[kind ?? 'text']
    return lastMessageAuthor ? `${shortName(lastMessageAuthor)}: ${words}` : words
  }
}

/** What was written, whoever of us signed it: for where nothing says who wrote it. */
export function useWithoutName(): (text: string) => string {
  const people = useQuery(allUsers()).rows
  return (text) => people.reduce((rest, { name }) => unsigned(rest, name), text)
}

/** The line is short: a first name tells who of a group it was, or their number while they have no name. */
const shortName = (name: string) => (/\p{L}/u.test(name) ? name.trim().split(/\s+/)[0] : formatPhone(name))
