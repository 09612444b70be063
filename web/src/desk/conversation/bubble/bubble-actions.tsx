// Beside a bubble, while the pointer or the focus is on it: answer, react, and the menu with everything.
// Touch has the same menu by a long press.
import type { MessageRow } from 'db/messages/queries.ts'
import { useLingui } from '@lingui/react/macro'
import { EllipsisVertical, Reply, SmilePlus } from 'lucide-react'
import { iconButtonVariants } from '../../../components/ui/icon-button-variants.ts'
import { cn } from '../../../lib/class-names.ts'
import { useConversationActions } from './conversation-actions.ts'

const buttonClass = cn(iconButtonVariants({ size: 'sm' }), 'rounded-full')

export function BubbleActions({ message }: { message: MessageRow }) {
  const { t } = useLingui()
  const { ticketId, openMenu, openReactions, reply } = useConversationActions()
  const here = message.ticketId === ticketId
  // These go with the pointer; what they open stays where it is.
  const anchorOf = (element: Element) => element.closest('[data-message]') ?? element
  return (
    <div
      className={cn(
        'absolute top-0 flex items-center touch:hidden',
        message.fromMe ? 'right-full flex-row-reverse pr-1' : 'left-full pl-1',
      )}
    >
      {here && openReactions && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t`Reagir`}
          title={t`Reagir`}
          onClick={({ currentTarget }) => openReactions(message, anchorOf(currentTarget))}
          className={buttonClass}
        >
          <SmilePlus aria-hidden />
        </button>
      )}
      {here && reply && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={t`Responder`}
          title={t`Responder`}
          onClick={() => reply(message)}
          className={buttonClass}
        >
          <Reply aria-hidden />
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={t`Ações da mensagem`}
        title={t`Ações da mensagem`}
        onClick={({ currentTarget }) => openMenu(message, anchorOf(currentTarget))}
        className={buttonClass}
      >
        <EllipsisVertical aria-hidden />
      </button>
    </div>
  )
}
