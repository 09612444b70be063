import { useEffect, type ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { ChatListPane } from './chat-list-pane.tsx'
import { noteChat } from './last-chat.ts'

interface ChatsPageProps {
  selectedId: string | undefined
  children: ReactNode
}

/** List left, messages right; on a phone one at a time. */
export function ChatsPage({ selectedId, children }: ChatsPageProps) {
  useEffect(() => {
    if (selectedId !== undefined) noteChat(selectedId)
  }, [selectedId])
  return (
    <div className="flex h-full">
      <div
        className={cn(
          'flex h-full shrink-0 flex-col border-line bg-surface max-sm:w-full sm:w-[clamp(15rem,36vw,22.5rem)] sm:border-r',
          selectedId !== undefined && 'max-sm:hidden',
        )}
      >
        <ChatListPane selectedId={selectedId} />
      </div>
      <div className={cn('min-w-0 flex-1', selectedId === undefined && 'max-sm:hidden')}>{children}</div>
    </div>
  )
}
