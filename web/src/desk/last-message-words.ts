import { allUsers } from 'db/users/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { plainText } from '../lib/text/message-markup.ts'
import { unsigned } from '../lib/text/signature.ts'
import { useQuery } from '../sync/client.ts'
import { useKindWords } from './preview.tsx'
import { lastMessageKind } from './last-message.ts'

export interface LastMessage {
  lastMessage: string
  lastMessageType: string | null
  lastMessageFromMe?: boolean
}

/** A ticket's last message in few words: what it says, else what it is. */
export function useLastMessageWords(): (ticket: LastMessage) => string {
  const { t } = useLingui()
  const kindWords = useKindWords()
  const withoutName = useWithoutName()
  return ({ lastMessage, lastMessageType, lastMessageFromMe }) => {
    const kind = lastMessageKind(lastMessageType)
    const text = plainText(lastMessageFromMe ? withoutName(lastMessage) : lastMessage)
    if (text !== '') return text
    return kind === null ? t`Nenhuma mensagem ainda` : kindWords[kind]
  }
}

/** What was written, whoever of us signed it: for where nothing says who wrote it. */
export function useWithoutName(): (text: string) => string {
  const people = useQuery(allUsers()).rows
  return (text) => people.reduce((rest, { name }) => unsigned(rest, name), text)
}
