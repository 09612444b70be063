import { companySettings } from 'db/settings/queries.ts'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ResourceScreen } from '../../resource/screen.tsx'
import { useQuery } from '../../sync/client.ts'
import { DevicesHint } from './devices-hint.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { OnlineUsers } from './online-users.tsx'
import { users } from './users.tsx'

export function UsersScreen() {
  const { rows } = useQuery(companySettings())
  const isClosed = rows[0]?.userCreation === 'disabled'
  const resource = useMemo(() => (isClosed ? { ...users, mayAdd: () => false } : users), [isClosed])
  return (
    <OnlineUsers>
      <ResourceScreen
        resource={resource}
        tools={
          <>
            {isClosed && <CreationOff />}
            <DevicesHint />
          </>
        }
      />
      <InvitationDialog />
    </OnlineUsers>
  )
}

function CreationOff() {
  return (
    <p className="text-sm text-muted">
      <Trans>
        A criação de usuários está desativada nas{' '}
        <Link to="/settings" className="rounded-sm text-accent underline">
          configurações
        </Link>
        .
      </Trans>
    </p>
  )
}
