// The one table of who may do what beyond their own queues' tickets (design: Roles). Unknown profiles have nothing.
import type { Actor, Profile } from './actor.ts'

const everyone: readonly Profile[] = ['user', 'supervisor', 'admin']
const managers: readonly Profile[] = ['supervisor', 'admin']
const admin: readonly Profile[] = ['admin']

const table = {
  'tickets:work': everyone,
  'tags-page:kanban': managers,
  'tags-page:countAll': managers,
  'quick-messages:editAll': managers,
  'schedules-page:showall': managers,
  'contacts-page:deleteContact': admin,
  'dashboard:view': managers,
  'team:tickets': managers,
  'tickets-manager:showall': admin,
  'ticket-options:deleteTicket': admin,
  'queues-page:view': managers,
  'queues-page:edit': admin,
  'files-page:view': managers,
  'files-page:edit': admin,
  'prompts-page:view': managers,
  'prompts-page:edit': admin,
  'integrations-page:view': managers,
  'integrations-page:edit': admin,
  'campaigns-page:view': managers,
  'campaigns-page:edit': admin,
  'settings-page:view': managers,
  'settings-page:edit': admin,
  'webhooks-page:edit': admin,
  'audit:view': admin,
  'privacy:manage': admin,
  'billing:view': admin,
  'messages-api:view': admin,
  'users-page:view': managers,
  'users-page:edit': admin,
  'connections-page:addConnection': admin,
  'connections-page:actionButtons': admin,
  'connections-page:editOrDeleteConnection': admin,
} as const satisfies Record<string, readonly Profile[]>

export type Permission = keyof typeof table

export function hasPermission(actor: Actor, permission: Permission): boolean {
  return actor.kind === 'system' || table[permission].includes(actor.profile)
}
