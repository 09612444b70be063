// An outbox entry in words, for the panel.
import { t } from '@lingui/core/macro'
import type { MutationName } from 'db/mutations.ts'
import type { OutboxEntry } from '../../sync/client.ts'
import { fieldWords } from './field-words.ts'

/** `nameOf` knows contacts of tickets and messages, connections and queues by id. */
export function entryWords({ name, args }: OutboxEntry, nameOf: (id: string) => string | undefined): string {
  const about = text(args['ticketId']) || text(args['id'])
  const who = nameOf(about) ?? t`(registro não encontrado)`
  const known = name as MutationName
  switch (known) {
    case 'message.send':
      return t`Mensagem para ${who}`
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
    case 'connection.create': {
      const connection = text(args['name'])
      return t`Adicionar a conexão ${connection}`
    }
    case 'connection.update':
      return t`Alterar a conexão ${who}`
    case 'connection.delete': {
      const connection = nameOf(about)
      return connection === undefined ? t`Excluir uma conexão` : t`Excluir a conexão ${connection}`
    }
    case 'connection.relink':
      return t`Gerar um novo QR code para ${who}`
    case 'connection.start':
      return t`Conectar ${who}`
    case 'connection.disconnect':
      return t`Desconectar ${who}`
    case 'queue.create': {
      const queue = text(args['name'])
      return t`Adicionar a fila ${queue}`
    }
    case 'queue.update':
      return t`Alterar a fila ${who}`
    case 'queue.delete': {
      const queue = nameOf(about)
      return queue === undefined ? t`Excluir uma fila` : t`Excluir a fila ${queue}`
    }
    case 'queueOption.create': {
      const title = text(args['title'])
      return t`Adicionar a opção ${title} do chatbot`
    }
    case 'queueOption.update':
      return t`Alterar a opção ${who} do chatbot`
    case 'queueOption.delete': {
      const option = nameOf(about)
      return option === undefined ? t`Excluir uma opção do chatbot` : t`Excluir a opção ${option} do chatbot`
    }
    case 'ticketNote.create':
      return t`Adicionar uma observação ao atendimento de ${who}`
    case 'ticketNote.delete':
      return t`Excluir uma observação`
    case 'ticketTag.add':
    case 'ticketTag.remove':
    case 'ticketTag.sync':
    case 'ticketTag.clearLanes':
      return t`Mudar as etiquetas do atendimento de ${who}`
    case 'tag.create': {
      const tag = text(args['name'])
      return t`Adicionar a etiqueta ${tag}`
    }
    case 'tag.update':
      return t`Alterar a etiqueta ${who}`
    case 'tag.delete': {
      const tag = nameOf(about)
      return tag === undefined ? t`Excluir uma etiqueta` : t`Excluir a etiqueta ${tag}`
    }
    case 'contact.create': {
      const contact = text(args['name'])
      return t`Adicionar o contato ${contact}`
    }
    case 'contact.update':
      return t`Alterar o contato ${who}`
    case 'contact.delete': {
      const contact = nameOf(about)
      return contact === undefined ? t`Excluir um contato` : t`Excluir o contato ${contact}`
    }
    case 'quickMessage.create': {
      const shortcode = text(args['shortcode'])
      return t`Adicionar a mensagem rápida ${shortcode}`
    }
    case 'quickMessage.update':
      return t`Alterar a mensagem rápida ${who}`
    case 'quickMessage.delete': {
      const shortcode = nameOf(about)
      return shortcode === undefined ? t`Excluir uma mensagem rápida` : t`Excluir a mensagem rápida ${shortcode}`
    }
    case 'schedule.create': {
      const contact = nameOf(text(args['contactId'])) ?? t`(registro não encontrado)`
      return t`Agendar uma mensagem para ${contact}`
    }
    case 'schedule.update':
      return t`Alterar a mensagem agendada para ${who}`
    case 'schedule.delete': {
      const contact = nameOf(about)
      return contact === undefined ? t`Excluir uma mensagem agendada` : t`Excluir a mensagem agendada para ${contact}`
    }
    case 'user.create': {
      const user = text(args['name'])
      return t`Adicionar o usuário ${user}`
    }
    case 'user.update':
      return t`Alterar o usuário ${who}`
    case 'user.delete': {
      const user = nameOf(about)
      return user === undefined ? t`Excluir um usuário` : t`Excluir o usuário ${user}`
    }
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
    case 'fileList.create': {
      const list = text(args['name'])
      return t`Adicionar a lista de arquivos ${list}`
    }
    case 'fileList.update':
      return t`Alterar a lista de arquivos ${who}`
    case 'fileList.delete': {
      const list = nameOf(about)
      return list === undefined ? t`Excluir uma lista de arquivos` : t`Excluir a lista de arquivos ${list}`
    }
    case 'help.create': {
      const video = text(args['title'])
      return t`Adicionar o vídeo de ajuda ${video}`
    }
    case 'help.update':
      return t`Alterar o vídeo de ajuda ${who}`
    case 'help.delete': {
      const video = nameOf(about)
      return video === undefined ? t`Excluir um vídeo de ajuda` : t`Excluir o vídeo de ajuda ${video}`
    }
    case 'settings.update':
    case 'company.update': {
      const fields = Object.keys(args['changes'] ?? {})
        .map(fieldWords)
        .join(', ')
      return t`Mudar as configurações: ${fields}`
    }
    case 'notificationSettings.update':
      return t`Mudar as suas notificações`
    default:
      // Of another version of the app; a mutation of this one without words does not compile.
      known satisfies never
      return name
  }
}

function reactionWords(emoji: string, who: string): string {
  return emoji === '' ? t`Remover a reação na conversa com ${who}` : t`Reagir com ${emoji} na conversa com ${who}`
}

/** What was written, if it was writing; else the name of its file. */
export function entryBody({ args }: OutboxEntry): string {
  const media = args['media'] as { name?: unknown } | undefined
  return text(args['body']) || text(media?.name)
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
