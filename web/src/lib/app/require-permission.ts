import { t } from '@lingui/core/macro'
import { redirect } from '@tanstack/react-router'
import type { UserActor } from 'db/kit/actor.ts'
import { hasPermission, type Permission } from 'db/kit/permissions.ts'
import { toastNotice } from './toast.ts'

/** For a route's beforeLoad. @throws redirect to what everybody may see */
export function requirePermission(actor: UserActor, permission: Permission): void {
  if (!hasPermission(actor, permission)) refuse()
}

/** What the operator's super users keep for all companies. @throws redirect */
export function requireSuper(actor: UserActor): void {
  if (!actor.super) refuse()
}

function refuse(): never {
  toastNotice(t`Acesso não permitido`)
  throw redirect({ to: '/tickets' })
}
