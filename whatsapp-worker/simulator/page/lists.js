// The list of phones and, on a phone, the list of its conversations.

import { avatar, byId, element, formatNumber, icon, timeOf } from './dom.js'
import { summaryOf } from './bubbles.js'

export const isGroup = (peer) => peer.endsWith('@g.us')

const isUnread = ({ fromMe, kind, status }) => !fromMe && kind !== 'notice' && ['sent', 'delivered'].includes(status)
export const unreadIn = (chat) => chat.messages.filter(isUnread).length
const lastOf = (chat) => chat.messages.at(-1)

/** `key` tells it from one that looks the same. */
function row({ key, name, line, current, onClick, group = false, aside = '', below = '' }) {
  const button = element(
    'button',
    { type: 'button', className: 'row', value: key, onclick: onClick, ariaCurrent: String(current ?? false) },
    group ? element('span', { className: 'avatar', ariaHidden: 'true' }, icon('group')) : avatar(name),
    element('span', { className: 'name' }, name),
    aside || element('span'),
    element('span', { className: 'line' }, line),
    below || element('span'),
  )
  return element('li', {}, button)
}

function unreadBadge(count) {
  return count ? element('span', { className: 'badge', ariaLabel: `${count} não lidas` }, String(count)) : ''
}

/** A row that says what it said stays: a click may have begun on it. */
function redraw(list, rows) {
  for (const [index, drawn] of rows.entries()) {
    const before = list.children[index]
    if (!before) list.append(drawn)
    else if (!before.isEqualNode(drawn)) before.replaceWith(drawn)
  }
  while (list.children.length > rows.length) list.lastElementChild.remove()
}

/** As it is when the row is clicked. */
function onlyPeer({ phones }, number) {
  const { chats } = phones.find((phone) => phone.number === number)
  return chats.length === 1 ? chats[0].peer : undefined
}

export function drawPhones(state, show) {
  const rows = state.phones.map((phone) =>
    row({
      key: phone.number,
      name: phone.name,
      line: formatNumber(phone.number),
      current: phone.number === state.number,
      onClick: () => show(phone.number, onlyPeer(state, phone.number)),
      aside: phone.linked ? element('span', { className: 'badge linked' }, 'vinculado') : '',
      below: unreadBadge(phone.chats.reduce((sum, chat) => sum + unreadIn(chat), 0)),
    }),
  )
  redraw(byId('phones'), rows)
}

export function drawChats(phone, state, nameOf, show) {
  const chats = phone.chats.filter(lastOf).toSorted((a, b) => lastOf(b).at - lastOf(a).at)
  const known = new Set(chats.map(({ peer }) => peer))
  const others = state.phones.filter(({ number }) => number !== phone.number && !known.has(number))
  const rows = chats.map((chat) =>
    row({
      key: `${phone.number} ${chat.peer}`,
      name: nameOf(chat.peer),
      line: chat.typing ? 'digitando…' : summaryOf(lastOf(chat)),
      group: isGroup(chat.peer),
      onClick: () => show(phone.number, chat.peer),
      aside: element('small', {}, timeOf(lastOf(chat).at)),
      below: unreadBadge(unreadIn(chat)),
    }),
  )
  const contacts = others.map(({ number, name }) =>
    row({
      key: `${phone.number} ${number}`,
      name,
      line: formatNumber(number),
      onClick: () => show(phone.number, number),
    }),
  )
  const heading = contacts.length ? [element('li', {}, element('h3', {}, 'Contatos'))] : []
  redraw(byId('chats'), [...rows, ...heading, ...contacts])
}
