// What one can do with a message: react, answer, forward, edit, delete.

import { act, ask, request } from './admin-client.js'
import { summaryOf } from './bubbles.js'
import { byId, element, on } from './dom.js'

const EMOJIS = ['👍', '❤️', '😂', '😮', '😢', '🙏']

export function openMessageMenu(where, context, targets) {
  const dialog = byId('message-menu')
  let message
  const post = (verb, body) => act(() => request('POST', `phones/${where().number}/${verb}`, body))
  const react = (emoji) => {
    const own = message.reactions?.find(({ from }) => from === '')?.emoji
    post('react', { message: message.id, emoji: own === emoji ? '' : emoji })
    dialog.close()
  }
  const buttons = EMOJIS.map((emoji) =>
    element('button', { type: 'button', ariaLabel: `Reagir com ${emoji}`, onclick: () => react(emoji) }, emoji),
  )
  dialog.querySelector('.emojis').replaceChildren(...buttons)
  const doings = {
    close: () => {},
    quote: () => context.set({ quoted: message.id, words: `Resposta a: ${summaryOf(message)}` }),
    edit: () => {
      byId('composer').elements.text.value = message.text
      context.set({ editing: message.id, words: 'Editando a mensagem' })
    },
    revoke: () => post('revoke', { message: message.id }),
    forward: () => forward(message, where, targets()),
  }
  on(dialog, 'click', ({ target }) => {
    if (target === dialog) dialog.close()
    const doing = doings[target.dataset.do]
    if (!doing) return
    dialog.close()
    doing()
  })
  return (opened) => {
    message = opened
    const isOwnText = message.fromMe && message.kind === 'text'
    dialog.querySelector('[data-do=edit]').hidden = !isOwnText
    dialog.querySelector('[data-do=revoke]').hidden = !message.fromMe
    dialog.querySelector('[data-do=forward]').hidden = message.kind !== 'text'
    dialog.showModal()
  }
}

function forward(message, where, targets) {
  const options = targets.map(({ peer, name }) => element('option', { value: peer }, name))
  const select = element('label', {}, 'Para', element('select', { name: 'to' }, ...options))
  ask('Encaminhar', [select], ({ to }) =>
    request('POST', `phones/${where().number}/send`, { to, text: message.text, forwarded: true }),
  )
}
