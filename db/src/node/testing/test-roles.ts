// Who sees and does what, screen by screen, as decision 0041 has it: one table for the tests of permissions, server and screens.
import type { Profile } from '../../kit/actor.ts'
import type { MutationName } from '../../mutations.ts'

/** 'reads': the screen is there, with nothing on it that would change anything. */
export type Access = 'none' | 'reads' | 'works'

interface ScreenRoles extends Record<Profile, Access> {
  /** What is done there by those who work on it, and by nobody else. */
  mutations: readonly MutationName[]
}

const everybody = { user: 'works', supervisor: 'works', admin: 'works', mutations: [] } as const
const administration = { user: 'none', supervisor: 'reads', admin: 'works' } as const

export const screenRoles = {
  // Read online, by no mutation.
  '/': { user: 'none', supervisor: 'works', admin: 'works', mutations: [] },
  '/tickets': everybody,
  '/kanban': everybody,
  '/chats': everybody,
  '/quick-messages': everybody,
  '/contacts': everybody,
  '/tags': everybody,
  '/schedules': everybody,
  '/todolist': everybody,
  '/helps': everybody,
  '/notifications': everybody,
  // One's own, online.
  '/security': everybody,
  '/connections': {
    ...administration,
    user: 'reads',
    mutations: [
      'connection.create',
      'connection.update',
      'connection.delete',
      'connection.start',
      'connection.disconnect',
      'connection.relink',
    ],
  },
  '/queues': {
    ...administration,
    mutations: [
      'queue.create',
      'queue.update',
      'queue.delete',
      'queueOption.create',
      'queueOption.update',
      'queueOption.delete',
    ],
  },
  '/users': { ...administration, mutations: ['user.create', 'user.update', 'user.delete'] },
  '/files': { ...administration, mutations: ['fileList.create', 'fileList.update', 'fileList.delete'] },
  '/contact-lists': {
    ...administration,
    mutations: ['contactList.create', 'contactList.update', 'contactList.delete'],
  },
  '/campaigns': { ...administration, mutations: ['campaign.create', 'campaign.update', 'campaign.delete'] },
  '/campaigns-config': { ...administration, mutations: ['campaignSettings.update'] },
  '/queue-integration': {
    ...administration,
    mutations: ['queueIntegration.create', 'queueIntegration.update', 'queueIntegration.delete'],
  },
  // Read and written online, by no mutation.
  '/webhooks': { user: 'none', supervisor: 'none', admin: 'works', mutations: [] },
  '/audit': { user: 'none', supervisor: 'none', admin: 'works', mutations: [] },
  '/prompts': { ...administration, mutations: ['prompt.create', 'prompt.update', 'prompt.delete'] },
  '/settings': { ...administration, mutations: ['settings.update', 'company.update'] },
  // Read and written online, by no mutation.
  '/financeiro': { user: 'none', supervisor: 'none', admin: 'works', mutations: [] },
  '/messages-api': { user: 'none', supervisor: 'none', admin: 'works', mutations: [] },
  '/subscription': { user: 'none', supervisor: 'none', admin: 'works', mutations: [] },
} as const satisfies Record<string, ScreenRoles>

/** On screens where everybody works. */
export const onlyAdmins: readonly MutationName[] = [
  'ticket.delete',
  'contact.delete',
  'contact.merge',
  'contact.importFromPhone',
]

/** Shapes that don't reach everybody. */
export const shapeRoles: Readonly<Record<string, readonly Profile[]>> = {
  connection_qr: ['admin'],
  connection_days: ['admin'],
  file_lists: ['supervisor', 'admin'],
  file_list_options: ['supervisor', 'admin'],
  contact_lists: ['supervisor', 'admin'],
  campaigns: ['supervisor', 'admin'],
  campaign_settings: ['supervisor', 'admin'],
  prompts: ['supervisor', 'admin'],
  queue_integrations: ['supervisor', 'admin'],
  user_sightings: ['supervisor', 'admin'],
  tag_counts: ['supervisor', 'admin'],
  /** But for one's own. */
  schedules: ['supervisor', 'admin'],
}
