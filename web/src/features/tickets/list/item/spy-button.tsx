import { useLingui } from '@lingui/react/macro'
import { hasPermission } from 'db/kit/permissions.ts'
import { Eye } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { useActor } from '../../../../lib/app/actor-context.tsx'

const SpyDialog = lazy(async () => ({ default: (await import('../../conversation/header/spy-dialog.tsx')).SpyDialog }))

interface SpyButtonProps {
  ticketId: string
  /** The contact's. */
  name: string
  className: string
}

/** A look into a conversation, for those who see every queue: what waits opens no other way. */
export function SpyButton({ ticketId, name, className }: SpyButtonProps) {
  const { t } = useLingui()
  const actor = useActor()
  const [open, setOpen] = useState(false)
  if (!hasPermission(actor, 'tickets-manager:showall')) return null
  return (
    <>
      <span className={className}>
        <IconButton label={t`Espiar a conversa com ${name}`} size="sm" onClick={() => setOpen(true)}>
          <Eye />
        </IconButton>
      </span>
      {open && (
        <Suspense>
          <SpyDialog ticketId={ticketId} open onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
