// The screens that exist, one line each, in the drawer's order: drawer and palette show those that somebody may open.
// Pure. A screen is added here together with its route, never before it.
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LinkProps } from '@tanstack/react-router'
import type { PlanFeature } from 'db/companies/features.ts'
import type { UserActor } from 'db/kit/actor.ts'
import { hasPermission, type Permission } from 'db/kit/permissions.ts'
import {
  BadgeCheck,
  Bell,
  Bot,
  BookUser,
  CalendarClock,
  CircleHelp,
  Contact,
  Layers,
  LayoutDashboard,
  ListTodo,
  Megaphone,
  MessageCircle,
  MessagesSquare,
  Newspaper,
  Paperclip,
  Receipt,
  ScrollText,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Smartphone,
  SquareKanban,
  SquareTerminal,
  Tag,
  Users,
  Webhook,
  Workflow,
  Zap,
  type LucideIcon,
} from 'lucide-react'

/** Headings of the drawer; what is of oneself stands in the profile menu instead. */
export type Section = 'work' | 'management' | 'administration' | 'own'

/** Path of a route without parameters. */
type Path = Exclude<NonNullable<LinkProps['to']>, '.' | '..' | `${string}$${string}`>

export interface Screen {
  to: Path
  section: Section
  label: MessageDescriptor
  icon: LucideIcon
  permission?: Permission
  /** Who may that finds it in another line. */
  without?: Permission
  plan?: PlanFeature
  /** For those who run the whole installation. */
  super?: true
  /** Also of a session that does nothing but pay. */
  whileOverdue?: true
}

const screens: readonly Screen[] = [
  { to: '/tickets', section: 'work', label: msg`Atendimentos`, icon: MessagesSquare },
  { to: '/kanban', section: 'work', label: msg`Kanban`, icon: SquareKanban, plan: 'useKanban' },
  { to: '/chats', section: 'work', label: msg`Chat interno`, icon: MessageCircle, plan: 'useInternalChat' },
  { to: '/quick-messages', section: 'work', label: msg`Mensagens rápidas`, icon: Zap },
  { to: '/schedules', section: 'work', label: msg`Agendamentos`, icon: CalendarClock, plan: 'useSchedules' },
  { to: '/contacts', section: 'work', label: msg`Contatos`, icon: Contact },
  { to: '/tags', section: 'work', label: msg`Etiquetas`, icon: Tag },
  { to: '/todolist', section: 'work', label: msg`Tarefas`, icon: ListTodo },
  { to: '/helps', section: 'work', label: msg`Ajuda`, icon: CircleHelp },
  {
    to: '/connections',
    section: 'work',
    label: msg`Conexões`,
    icon: Smartphone,
    without: 'connections-page:actionButtons',
  },
  { to: '/', section: 'management', label: msg`Dashboard`, icon: LayoutDashboard, permission: 'dashboard:view' },
  {
    to: '/connections',
    section: 'administration',
    label: msg`Conexões`,
    icon: Smartphone,
    permission: 'connections-page:actionButtons',
  },
  { to: '/queues', section: 'administration', label: msg`Filas`, icon: Layers, permission: 'queues-page:view' },
  { to: '/users', section: 'administration', label: msg`Usuários`, icon: Users, permission: 'users-page:view' },
  {
    to: '/files',
    section: 'administration',
    label: msg`Lista de arquivos`,
    icon: Paperclip,
    permission: 'files-page:view',
  },
  {
    to: '/queue-integration',
    section: 'administration',
    label: msg`Integrações`,
    icon: Workflow,
    permission: 'integrations-page:view',
    plan: 'useIntegrations',
  },
  {
    to: '/webhooks',
    section: 'administration',
    label: msg`Webhooks`,
    icon: Webhook,
    permission: 'webhooks-page:edit',
    plan: 'useIntegrations',
  },
  {
    to: '/campaigns',
    section: 'administration',
    label: msg`Campanhas`,
    icon: Megaphone,
    permission: 'campaigns-page:view',
    plan: 'useCampaigns',
  },
  {
    to: '/contact-lists',
    section: 'administration',
    label: msg`Listas de contatos`,
    icon: BookUser,
    permission: 'campaigns-page:view',
    plan: 'useCampaigns',
  },
  {
    to: '/campaigns-config',
    section: 'administration',
    label: msg`Ajustes de campanhas`,
    icon: SlidersHorizontal,
    permission: 'campaigns-page:view',
    plan: 'useCampaigns',
  },
  {
    to: '/prompts',
    section: 'administration',
    label: msg`Prompts`,
    icon: Bot,
    permission: 'prompts-page:view',
    plan: 'useOpenAi',
  },
  {
    to: '/messages-api',
    section: 'administration',
    label: msg`API de mensagens`,
    icon: SquareTerminal,
    permission: 'messages-api:view',
    plan: 'useExternalApi',
  },
  {
    to: '/settings',
    section: 'administration',
    label: msg`Configurações`,
    icon: Settings,
    permission: 'settings-page:view',
  },
  {
    to: '/audit',
    section: 'administration',
    label: msg`Auditoria`,
    icon: ScrollText,
    permission: 'audit:view',
  },
  {
    to: '/financeiro',
    section: 'administration',
    label: msg`Faturas`,
    icon: Receipt,
    permission: 'billing:view',
    whileOverdue: true,
  },
  {
    to: '/subscription',
    section: 'administration',
    label: msg`Assinatura`,
    icon: BadgeCheck,
    permission: 'billing:view',
    whileOverdue: true,
  },
  {
    to: '/announcements',
    section: 'administration',
    label: msg`Informativos`,
    icon: Newspaper,
    super: true,
  },
  { to: '/security', section: 'own', label: msg`Segurança`, icon: ShieldCheck },
  { to: '/notifications', section: 'own', label: msg`Notificações`, icon: Bell },
]

export interface Viewer {
  actor: UserActor
  /** What the company's plan includes. */
  features: ReadonlySet<PlanFeature>
  /** The company is overdue, and who looks can do nothing but pay. */
  confined?: boolean
}

/** Whether there is an entry for it. The server decides again about each row behind it. */
export function mayOpen(
  { permission, without, plan, super: forSuper, whileOverdue }: Omit<Screen, 'to'>,
  { actor, features, confined = false }: Viewer,
): boolean {
  if (confined && whileOverdue !== true) return false
  if (permission !== undefined && !hasPermission(actor, permission)) return false
  if (without !== undefined && hasPermission(actor, without)) return false
  if (plan !== undefined && !features.has(plan)) return false
  return forSuper !== true || actor.super
}

export function screensFor(viewer: Viewer): readonly Screen[] {
  return screens.filter((screen) => mayOpen(screen, viewer))
}

/** Where bills are paid. */
export function isBillingPath(pathname: string): boolean {
  return screens.some(({ to, whileOverdue }) => whileOverdue && to === pathname)
}
