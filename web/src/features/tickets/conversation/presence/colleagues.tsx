// Who else has this conversation before them, so that two don't answer the same customer.
import { useLingui } from '@lingui/react/macro'
import { Avatar } from '../../../../components/ui/avatar.tsx'
import { Tooltip } from '../../../../components/ui/tooltip.tsx'
import { cn } from '../../../../lib/class-names.ts'
import { useViewers } from './use-viewers.ts'

const shownAtOnce = 3

export function Colleagues({ ticketId }: { ticketId: string }) {
  const { t } = useLingui()
  const viewers = useViewers(ticketId)
  const wordsOf = ({ name, state }: (typeof viewers)[number]) =>
    state === 'typing' ? t`${name} está escrevendo` : t`${name} está vendo`
  return (
    <div role="status" className="flex shrink-0 items-center -space-x-2">
      {viewers.slice(0, shownAtOnce).map((viewer) => (
        <Tooltip key={viewer.id} content={wordsOf(viewer)}>
          <span className={cn('rounded-full ring-2', viewer.state === 'typing' ? 'ring-accent' : 'ring-surface')}>
            <Avatar name={viewer.name} size="sm" />
            <span className="sr-only">{wordsOf(viewer)}</span>
          </span>
        </Tooltip>
      ))}
    </div>
  )
}
