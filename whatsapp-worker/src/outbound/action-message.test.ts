import { proto } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { actionMessage, type Action } from './action-message.ts'

const chat = '5511988887777@s.whatsapp.net'
const own = { whatsappId: 'OWN', fromMe: true, mediaType: 'chat', author: null }
const made = (change: Partial<Action>, to = chat) =>
  actionMessage({ kind: 'react', content: '👍', createdAt: new Date(1_000), target: own, ...change }, to)
/** As it goes over the wire. */
const wired = ({ message }: { message: proto.IMessage }) => proto.Message.decode(proto.Message.encode(message).finish())

test('a reaction names the message, the emoji and when it was given', () => {
  expect(wired(made({}))).toMatchObject({
    reactionMessage: { key: { remoteJid: chat, fromMe: true, id: 'OWN' }, text: '👍' },
  })
  expect(String(wired(made({})).reactionMessage?.senderTimestampMs)).toBe('1000')
  expect(made({}).attributes).toEqual({})
})

test('in a group the customer’s message is named with its author', () => {
  const target = { ...own, fromMe: false, author: '111@lid' }
  expect(made({ target }, '120363@g.us').message.reactionMessage?.key).toEqual({
    remoteJid: '120363@g.us',
    fromMe: false,
    id: 'OWN',
    participant: '111@lid',
  })
})

test.each([
  ['chat', { extendedTextMessage: { text: 'Boa tarde' } }],
  ['image', { imageMessage: { caption: 'Boa tarde' } }],
  ['video', { videoMessage: { caption: 'Boa tarde' } }],
  ['application', { documentMessage: { caption: 'Boa tarde' } }],
])('an edit of %s says the new words as its kind', (mediaType, editedMessage) => {
  const edit = made({ kind: 'edit', content: 'Boa tarde', target: { ...own, mediaType } })
  expect(edit.attributes).toEqual({ edit: '1' })
  expect(wired(edit)).toMatchObject({
    protocolMessage: { key: { id: 'OWN' }, type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT, editedMessage },
  })
})

test('a deletion revokes, and a second attempt says the same', () => {
  const deletion = made({ kind: 'delete', content: '' })
  expect(deletion.attributes).toEqual({ edit: '7' })
  expect(wired(deletion)).toMatchObject({
    protocolMessage: { key: { id: 'OWN' }, type: proto.Message.ProtocolMessage.Type.REVOKE },
  })
  expect(made({ kind: 'edit' })).toEqual(made({ kind: 'edit' }))
})
