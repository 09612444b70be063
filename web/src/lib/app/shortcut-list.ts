// Every key of the app, said once: the sheet on `?` lists them all, dimmed where they don't apply now; who shows what a key does has it run
// there (use-shortcut.ts).
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export interface KeyInList {
  /** A key as KeyboardEvent names it, after `mod+` (Ctrl, ⌘ on a Mac) or `shift+`: 'j', '?', 'Escape', 'mod+k'. */
  keys: string
  /** What it does, in the words of the screen. */
  label: MessageDescriptor
  /** Heading in the sheet. */
  group: ShortcutGroup
  /** Goes one further or shows something else, and changes nothing: pressed in a row, so it acts at once and begins no word. */
  steps?: true
}

/** In the sheet's order. */
export const shortcutGroups = {
  app: msg`Em todo o aplicativo`,
  list: msg`Lista de atendimentos`,
  conversation: msg`Conversa`,
  chats: msg`Conversas da equipe`,
}
export type ShortcutGroup = keyof typeof shortcutGroups

const app = { group: 'app' } as const
const list = { group: 'list' } as const
const conversation = { group: 'conversation' } as const
const chats = { group: 'chats' } as const

export const shortcutList = {
  palette: { ...app, keys: 'mod+k', label: msg`Buscar e comandar` },
  sheet: { ...app, keys: '?', label: msg`Mostrar os atalhos` },

  newTicket: { ...list, keys: 'n', label: msg`Novo atendimento` },
  searchTickets: { ...list, keys: '/', label: msg`Buscar atendimentos` },
  showMine: { ...list, keys: '1', label: msg`Ver os que estão em atendimento`, steps: true },
  showPending: { ...list, keys: '2', label: msg`Ver os que aguardam`, steps: true },
  showClosed: { ...list, keys: '3', label: msg`Ver os resolvidos`, steps: true },
  nextRow: { ...list, keys: 'j', label: msg`Próximo atendimento`, steps: true },
  previousRow: { ...list, keys: 'k', label: msg`Atendimento anterior`, steps: true },
  acceptNext: { ...list, keys: 'w', label: msg`Aceitar o próximo` },
  acceptRow: { ...list, keys: 'a', label: msg`Aceitar` },
  closeRow: { ...list, keys: 'e', label: msg`Resolver` },
  reopenRow: { ...list, keys: 'r', label: msg`Reabrir` },

  acceptTicket: { ...conversation, keys: 'a', label: msg`Aceitar` },
  closeTicket: { ...conversation, keys: 'e', label: msg`Resolver` },
  reopenTicket: { ...conversation, keys: 'r', label: msg`Reabrir` },
  returnTicket: { ...conversation, keys: 'd', label: msg`Devolver` },
  transferTicket: { ...conversation, keys: 't', label: msg`Transferir` },
  tagTicket: { ...conversation, keys: 'l', label: msg`Etiquetas` },
  schedule: { ...conversation, keys: 'g', label: msg`Agendar mensagem` },
  reply: { ...conversation, keys: 'r', label: msg`Responder à última mensagem` },
  details: { ...conversation, keys: 'i', label: msg`Dados do contato` },
  leave: { ...conversation, keys: 'Escape', label: msg`Voltar para a lista` },

  newChat: { ...chats, keys: 'n', label: msg`Nova conversa` },
  searchChats: { ...chats, keys: '/', label: msg`Buscar conversas` },
} satisfies Record<string, KeyInList>

export type ShortcutId = keyof typeof shortcutList

export const shortcutIds = Object.keys(shortcutList) as ShortcutId[]

export const inList = (id: ShortcutId): KeyInList => shortcutList[id]
