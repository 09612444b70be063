import { useLingui } from '@lingui/react/macro'
import { plainText } from '../lib/text/message-markup.ts'
import { useKindWords } from './preview.tsx'
import { lastMessageKind } from './last-message.ts'

export interface LastMessage {
  lastMessage: string
  lastMessageType: string | null
}

/** A ticket's last message in few words: what it says, else what it is. */
export function useLastMessageWords(): (ticket: LastMessage) => string {
  const { t } = useLingui()
  const kindWords = useKindWords()
  return ({ lastMessage, lastMessageType }) => {
    const kind = lastMessageKind(lastMessageType)
    const text = plainText(lastMessage)
    if (text !== '') return text
    return kind === null ? t`Nenhuma mensagem ainda` : kindWords[kind]
  }
}
