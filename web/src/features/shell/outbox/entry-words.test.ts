import { expect, test } from 'vitest'
import type { OutboxEntry } from '../../../sync/client.ts'
import { entryBody, entryWords } from './entry-words.ts'

const contact = '01a2044e-20c8-77a5-9d22-4157fe032251'
const nobody = '01a2044e-20c8-77a5-9d22-4157fe032252'
const nameOf = (id: string) => (id === contact ? 'Ana Souza' : undefined)
const entry = (name: string, args: Record<string, unknown>): OutboxEntry => ({
  seq: 1,
  id: 'e',
  userId: 'u',
  companyId: 'c',
  at: new Date(0),
  state: 'waiting',
  name,
  args,
})

test.each([
  ['help.create', { id: nobody, title: 'Filas' }, 'Adicionar o vídeo de ajuda Filas'],
  ['quickMessage.create', { id: nobody, shortcode: 'oi' }, 'Adicionar a mensagem rápida oi'],
  ['schedule.create', { id: nobody, contactId: contact }, 'Agendar uma mensagem para Ana Souza'],
  ['schedule.create', { id: nobody, contactId: nobody }, 'Agendar uma mensagem para (registro não encontrado)'],
  ['contact.update', { id: contact, changes: {} }, 'Alterar o contato Ana Souza'],
  ['contact.update', { id: nobody, changes: {} }, 'Alterar o contato (registro não encontrado)'],
  ['contact.delete', { id: contact }, 'Excluir o contato Ana Souza'],
  ['contact.delete', { id: nobody }, 'Excluir um contato'],
  ['contact.merge', { id: contact, otherId: nobody }, 'Juntar contatos'],
  ['message.send', { id: nobody, ticketId: contact, body: 'oi' }, 'Mensagem para Ana Souza'],
  ['future.thing', { id: nobody }, 'future.thing'],
])('%s %o: %s', (name, args, words) => {
  expect(entryWords(entry(name, args), nameOf)).toBe(words)
})

test.each([
  ['*Rafael Nunes:*\nTem *sim*', 'Tem sim'],
  ['*Endereço:*\nRua Oito', 'Endereço:\nRua Oito'],
])('of %j is shown %j', (body, shown) => {
  expect(entryBody(entry('message.send', { body }), 'Rafael Nunes')).toBe(shown)
})
