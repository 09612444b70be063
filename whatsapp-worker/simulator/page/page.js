// The phone page: shows what the admin API reports and sends what the person does. The server tells of any change, the
// page then fetches all phones and draws the lists anew; inputs are never redrawn, so nothing typed is lost.

import { act, notify, request } from './admin-client.js'
import { avatar, byId, dayOf, element, formatNumber, hueOf, on, tick, timeOf } from './dom.js'
import { openLinkDialogs } from './link-dialogs.js'

const state = { phones: [], number: undefined, peer: undefined }

const selected = () => state.phones.find(({ number }) => number === state.number)
const nameOf = (number) => state.phones.find((phone) => phone.number === number)?.name ?? formatNumber(number)
const unreadIn = (chat) => chat.messages.filter(({ fromMe, status }) => !fromMe && status !== 'read').length
const lastOf = (chat) => chat.messages.at(-1)

function row({ name, line, current, onClick, aside = '', below = '' }) {
  const button = element(
    'button',
    { type: 'button', className: 'row', onclick: onClick, ariaCurrent: String(current ?? false) },
    avatar(name),
    element('span', { className: 'name' }, name),
    aside || element('span'),
    element('span', { className: 'line' }, line),
    below || element('span'),
  )
  return element('li', {}, button)
}

function drawPhones() {
  const rows = state.phones.map((phone) => {
    const unread = phone.chats.reduce((sum, chat) => sum + unreadIn(chat), 0)
    return row({
      name: phone.name,
      line: formatNumber(phone.number),
      current: phone.number === state.number,
      onClick: () => show(phone.number),
      aside: phone.linked ? element('span', { className: 'badge linked' }, 'vinculado') : '',
      below: unread ? element('span', { className: 'badge', ariaLabel: `${unread} não lidas` }, String(unread)) : '',
    })
  })
  byId('phones').replaceChildren(...rows)
}

function drawChats(phone) {
  const chats = phone.chats.filter(lastOf).toSorted((a, b) => lastOf(b).at - lastOf(a).at)
  const known = new Set(chats.map(({ peer }) => peer))
  const others = state.phones.filter(({ number }) => number !== phone.number && !known.has(number))
  const rows = chats.map((chat) => {
    const last = lastOf(chat)
    const unread = unreadIn(chat)
    return row({
      name: nameOf(chat.peer),
      line: last.text || fileLabel(last),
      onClick: () => show(phone.number, chat.peer),
      aside: element('small', {}, timeOf(last.at)),
      below: unread ? element('span', { className: 'badge' }, String(unread)) : '',
    })
  })
  const contacts = others.map(({ number, name }) =>
    row({ name, line: formatNumber(number), onClick: () => show(phone.number, number) }),
  )
  const heading = contacts.length ? [element('li', {}, element('h3', {}, 'Contatos'))] : []
  byId('chats').replaceChildren(...rows, ...heading, ...contacts)
}

const KINDS = { image: 'Imagem', video: 'Vídeo', audio: 'Áudio', document: 'Documento' }
const fileLabel = ({ kind, file }) => file?.name ?? KINDS[kind]

function attachment({ id, kind, file }) {
  if (!file) return ''
  const label = fileLabel({ kind, file })
  if (!file.sha256) return element('em', { className: 'file' }, `${label}: não abriu`)
  const url = `/admin/phones/${state.number}/files/${id}`
  if (kind === 'image') return element('img', { src: url, alt: label, className: 'picture' })
  return element('a', { href: url, download: label, className: 'file' }, `⬇ ${label}`)
}

function bubble(message) {
  const { fromMe, text, at, status } = message
  const footer = element('footer', {}, timeOf(at), fromMe ? tick(status) : '')
  return element('li', { className: fromMe ? 'bubble mine' : 'bubble' }, attachment(message), text, footer)
}

function drawMessages(phone) {
  const list = byId('messages')
  const messages = phone.chats.find(({ peer }) => peer === state.peer)?.messages ?? []
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80
  const opened = list.dataset.chat !== `${phone.number} ${state.peer}`
  list.dataset.chat = `${phone.number} ${state.peer}`
  let day
  const items = messages.flatMap((message) => {
    const isNewDay = dayOf(message.at) !== day
    day = dayOf(message.at)
    return [...(isNewDay ? [element('li', { className: 'day' }, day)] : []), bubble(message)]
  })
  const empty = element('li', { className: 'empty' }, 'Nenhuma mensagem ainda.')
  list.replaceChildren(...(items.length ? items : [empty]))
  if (atEnd || opened) list.scrollTop = list.scrollHeight
}

function drawScreen() {
  const phone = selected()
  if (!phone) return
  const inChat = state.peer !== undefined
  const name = inChat ? nameOf(state.peer) : phone.name
  byId('chats').hidden = inChat
  byId('messages').hidden = !inChat
  byId('composer').hidden = !inChat
  byId('back').classList.toggle('to-chats', inChat)
  byId('avatar').replaceWith(Object.assign(avatar(name), { id: 'avatar' }))
  byId('avatar').style.setProperty('--hue', hueOf(name))
  byId('title').textContent = name
  byId('subtitle').textContent = inChat ? `no celular de ${phone.name}` : formatNumber(phone.number)
  if (inChat) drawMessages(phone)
  else drawChats(phone)
  drawActions(phone)
}

function drawActions(phone) {
  byId('actions-title').textContent = phone.name
  byId('link-state').textContent = phone.linked
    ? 'Este número está vinculado a um aplicativo.'
    : 'Este número não está vinculado a nenhum aplicativo.'
  byId('unlink').hidden = !phone.linked
  byId('auto-read').checked = phone.autoRead
}

function draw() {
  drawPhones()
  drawScreen()
  markSeen()
}

/** A conversation that is open in front of somebody counts as read. */
function markSeen() {
  const chat = selected()?.chats.find(({ peer }) => peer === state.peer)
  if (!chat || document.hidden || !isPhoneVisible() || unreadIn(chat) === 0) return
  act(() => request('POST', `phones/${state.number}/read`, { peer: chat.peer }))
}

const isPhoneVisible = () => byId('messages').offsetParent !== null

function show(number, peer) {
  state.number = number
  state.peer = peer
  document.body.dataset.view = 'phone'
  draw()
  if (peer && matchMedia('(hover: hover)').matches) byId('composer').elements.text.focus()
}

async function refresh() {
  state.phones = await request('GET', 'phones')
  state.number ??= state.phones[0]?.number
  draw()
}

function listen() {
  on(byId('back'), 'click', () => {
    if (state.peer === undefined) document.body.dataset.view = 'phones'
    state.peer = undefined
    draw()
  })
  on(byId('new-phone'), 'submit', (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const { name, number } = Object.fromEntries(new FormData(form))
    act(async () => {
      const phone = await request('POST', 'phones', { name, number })
      form.reset()
      await refresh()
      show(phone.number)
    })
  })
  on(byId('composer'), 'submit', (event) => {
    event.preventDefault()
    const { text: input } = event.currentTarget.elements
    const text = input.value.trim()
    if (!text) return
    input.value = ''
    act(() => request('POST', `phones/${state.number}/send`, { to: state.peer, text }))
  })
  on(byId('composer').elements.text, 'keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    byId('composer').requestSubmit()
  })
  on(byId('unlink'), 'click', () => act(() => request('POST', `phones/${state.number}/unlink`)))
  on(byId('auto-read'), 'change', (event) => {
    const autoRead = event.currentTarget.checked
    act(() => request('PATCH', `phones/${state.number}`, { autoRead }))
  })
  document.addEventListener('visibilitychange', markSeen)
}

listen()
await refresh().catch((error) => notify(error.message))
openLinkDialogs(state, show)
const events = new EventSource('/admin/events')
events.addEventListener('change', () => act(refresh))
events.addEventListener('error', () => notify('Sem contato com o simulador; tentando de novo…'))
