import type { QuotedMessage } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { createContext, useContext } from 'react'
import { useActor } from '../../../lib/app/actor-context.tsx'

/** Who the conversation is with. */
export const ContactNameContext = createContext('')

/** Who wrote a message, in words. */
export function useAuthorOf() {
  const { t } = useLingui()
  const { userId: me } = useActor()
  const contact = useContext(ContactNameContext)
  return ({
    fromMe,
    userId,
    userName,
    participantName,
  }: Pick<QuotedMessage, 'fromMe' | 'userId' | 'userName' | 'participantName'>): string => {
    if (!fromMe) return participantName ?? contact
    return userId === null || userId === me ? t`Você` : (userName ?? t`Você`)
  }
}
