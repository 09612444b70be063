import { useLingui } from '@lingui/react/macro'
import { plainText } from '../lib/text/message-markup.ts'
import { formatPhone } from '../lib/text/phone-number.ts'
import { useKindWords } from './preview.tsx'
import { lastMessageKind } from './last-message.ts'

export interface LastMessage {
  lastMessage: string
  lastMessageType: string | null
  /** Who wrote it in a group. */
  lastMessageAuthor?: string | null
}

/** A ticket's last message in few words: what it says, else what it is. */
export function useLastMessageWords(): (ticket: LastMessage) => string {
  const { t } = useLingui()
  const kindWords = useKindWords()
  return ({ lastMessage, lastMessageType, lastMessageAuthor }) => {
    const kind = lastMessageKind(lastMessageType)
    if (kind === null && lastMessage === '') return t`Nenhuma mensagem ainda`
    const words = plainText(lastMessage) || kindWords[kind ?? 'text']
    return lastMessageAuthor ? `${shortName(lastMessageAuthor)}: ${words}` : words
  }
}

/** The line is short: a first name tells who of a group it was, or their number while they have no name. */
const shortName = (name: string) => (/\p{L}/u.test(name) ? name.trim().split(/\s+/)[0] : formatPhone(name))
