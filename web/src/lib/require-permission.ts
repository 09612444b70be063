import { t } from '@lingui/core/macro'
import { redirect } from '@tanstack/react-router'
import type { UserActor } from 'db/kit/actor.ts'
import { hasPermission, type Permission } from 'db/kit/permissions.ts'
import { toastNotice } from './toast.ts'

/** For a route's beforeLoad. @throws redirect to what everybody may see */
export function requirePermission(actor: UserActor, permission: Permission): void {
  if (hasPermission(actor, permission)) return
  toastNotice(t`Acesso não permitido`)
  throw redirect({ to: '/tickets' })
}
