import { useLingui } from '@lingui/react/macro'
import { plainText } from '../../lib/message-markup.ts'
import { useKindWords } from './conversation/preview.tsx'
import { lastMessageKind } from './list/last-message.ts'

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
