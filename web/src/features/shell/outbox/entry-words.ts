// An outbox entry in words, for the panel.
import { t } from '@lingui/core/macro'
import { idArg } from 'db/kit/args.ts'
import type { MutationName } from 'db/mutations.ts'
import type { ResourceMutation } from 'db/resources.ts'
import * as v from 'valibot'
import type { OutboxEntry } from '../../../sync/client.ts'
import { plainText } from '../../../lib/text/message-markup.ts'
import { unsigned } from '../../../lib/text/signature.ts'
import { entriesBy } from '../../entries.ts'
import { fieldWords } from './field-words.ts'

/** What an id stands for, as somebody calls it: a ticket, a message or a schedule by its contact. */
type NameOf = (id: string) => string | undefined

export function entryWords({ name, args }: OutboxEntry, nameOf: NameOf): string {
  const about = text(args['chatId']) || text(args['ticketId']) || text(args['id'])
  const who = nameOf(about) ?? unknown()
  const found = entriesBy(name)
  if (found?.verb === 'create') return found.entries.create(newName(text(args[found.entries.namedBy]), nameOf))
  if (found?.verb === 'update') return found.entries.update(who)
  if (found?.verb === 'delete') return found.entries.remove(nameOf(about) ?? null)
  const known = name as Exclude<MutationName, ResourceMutation['name']>
  switch (known) {
    case 'message.send':
      return t`Mensagem para ${who}`
    case 'chatMessage.send':
      return t`Mensagem para a equipe em ${who}`
    case 'chat.read':
      return t`Marcar como lida a conversa ${who}`
    case 'chat.leave':
      return t`Sair da conversa ${who}`
    case 'message.forward':
      return t`Encaminhar mensagem para ${who}`
    case 'message.react':
      return reactionWords(text(args['emoji']), who)
    case 'message.edit':
      return t`Editar mensagem para ${who}`
    case 'message.delete':
      return t`Apagar mensagem para ${who}`
    case 'ticket.accept':
      return t`Aceitar o atendimento de ${who}`
    case 'ticket.return':
      return t`Devolver o atendimento de ${who}`
    case 'ticket.close':
      return t`Resolver o atendimento de ${who}`
    case 'ticket.reopen':
      return t`Reabrir o atendimento de ${who}`
    case 'ticket.transfer':
      return t`Transferir o atendimento de ${who}`
    case 'ticket.markRead':
      return t`Marcar como lida a conversa com ${who}`
    case 'ticket.create': {
      const contact = nameOf(text(args['contactId']))
      return contact === undefined ? t`Abrir um atendimento` : t`Abrir um atendimento com ${contact}`
    }
    case 'ticket.delete':
      return t`Excluir um atendimento`
    case 'connection.relink':
      return t`Gerar um novo QR code para ${who}`
    case 'connection.start':
      return t`Conectar ${who}`
    case 'connection.disconnect':
      return t`Desconectar ${who}`
    case 'ticketNote.create':
      return t`Adicionar uma observação ao atendimento de ${who}`
    case 'ticketNote.see':
      return t`Marcar uma menção como vista`
    case 'ticketNote.delete':
      return t`Excluir uma observação`
    case 'ticketTag.add':
    case 'ticketTag.remove':
    case 'ticketTag.sync':
    case 'ticketTag.clearLanes':
    case 'ticketTag.move':
      return t`Mudar as etiquetas do atendimento de ${who}`
    case 'announcement.see':
      return t`Marcar os informativos como vistos`
    case 'user.updateProfile':
      return t`Alterar o seu perfil`
    case 'contact.importFromPhone': {
      const connection = nameOf(text(args['connectionId']))
      return connection === undefined
        ? t`Importar os contatos do celular`
        : t`Importar os contatos do celular de ${connection}`
    }
    case 'contact.merge': {
      const other = nameOf(text(args['otherId']))
      return other === undefined ? t`Juntar contatos` : t`Juntar o contato ${other} com ${who}`
    }
    case 'settings.update':
    case 'company.update': {
      const fields = Object.keys(args['changes'] ?? {})
        .map(fieldWords)
        .join(', ')
      return t`Mudar as configurações: ${fields}`
    }
    case 'campaignSettings.update':
      return t`Mudar as configurações das campanhas`
    case 'notificationSettings.update':
      return t`Mudar as suas notificações`
    default:
      // Of another version of the app; a mutation of this one without words does not compile.
      known satisfies never
      return name
  }
}

const unknown = () => t`(registro não encontrado)`

/** The name, or that of the row whose id it is. */
const newName = (named: string, nameOf: NameOf) => (v.is(idArg, named) ? (nameOf(named) ?? unknown()) : named)

function reactionWords(emoji: string, who: string): string {
  return emoji === '' ? t`Remover a reação na conversa com ${who}` : t`Reagir com ${emoji} na conversa com ${who}`
}

/** What was written, if it was writing, as it reads and without the writer's name above it; else the name of its file. */
export function entryBody({ args }: OutboxEntry, writer: string): string {
  const media = args['media'] as { name?: unknown } | undefined
  return plainText(unsigned(text(args['body']), writer)) || text(media?.name)
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
