// The phone page: shows what the admin API reports and sends what the person does. The server tells of any change, the
// page then fetches all phones and draws the lists anew; inputs are never redrawn, so nothing typed is lost.

import { act, answerOf, listenToAsk, notify, request } from './admin-client.js'
import { drawMessages, stayAtEnd } from './bubbles.js'
import { openCable } from './cable.js'
import { openComposer } from './composer.js'
import { avatar, byId, element, formatNumber, hueOf, icon, on } from './dom.js'
import { openLinkDialogs } from './link-dialogs.js'
import { drawChats, drawPhones, isGroup, unreadIn } from './lists.js'
import { openMessageMenu } from './message-menu.js'
import { openTools } from './tools.js'

const state = { phones: [], number: undefined, peer: undefined }

const selected = () => state.phones.find(({ number }) => number === state.number)
const openChat = () => selected()?.chats.find(({ peer }) => peer === state.peer)
const post = (verb, body) => act(() => request('POST', `phones/${state.number}/${verb}`, body))

function nameOf(peer) {
  const known = state.phones.flatMap(({ chats }) => chats).find((chat) => chat.peer === peer && chat.peerName)
  return state.phones.find(({ number }) => number === peer)?.name ?? known?.peerName ?? formatNumber(peer)
}

/** Mentions are written as digits. */
function withNames(text) {
  return text.replaceAll(/@(\d{8,15})/g, (written, digits) => {
    const phone = state.phones.find(({ number, lid }) => number === digits || lid.startsWith(`${digits}@`))
    return phone ? `@${phone.name}` : written
  })
}

let openMenu

function drawConversation() {
  const messages = openChat()?.messages ?? []
  const played = (id) => {
    const message = messages.find((candidate) => candidate.id === id)
    if (!message.fromMe && message.isVoice && message.status !== 'played') post('played', { message: id })
  }
  const hangUp = (call) => post('hang-up', { call })
  drawMessages(messages, { phone: state.number, peer: state.peer, nameOf, withNames, played, hangUp, open: openMenu })
}

const STATES = { composing: 'digitando…', recording: 'gravando áudio…' }

function drawScreen() {
  const phone = selected()
  if (!phone) return
  const inChat = state.peer !== undefined
  const name = inChat ? nameOf(state.peer) : phone.name
  for (const id of ['messages', 'composer', 'chat-tools']) byId(id).hidden = !inChat
  byId('chats').hidden = inChat
  document.body.classList.toggle('in-chat', inChat)
  byId('chat-tools').classList.toggle('group', inChat && isGroup(state.peer))
  byId('back').classList.toggle('to-chats', inChat)
  byId('avatar').replaceChildren(...(inChat && isGroup(state.peer) ? [icon('group')] : avatar(name).childNodes))
  byId('avatar').style.setProperty('--hue', hueOf(name))
  byId('title').textContent = name
  const usual = inChat ? `no celular de ${phone.name}` : formatNumber(phone.number)
  byId('subtitle').textContent = STATES[openChat()?.typing] ?? usual
  if (inChat) drawConversation()
  else drawChats(phone, state, nameOf, show)
  drawActions(phone)
}

function drawActions(phone) {
  byId('actions-title').textContent = phone.name
  byId('link-state').textContent = phone.linked
    ? 'Este número está vinculado a um aplicativo.'
    : 'Este número não está vinculado a nenhum aplicativo.'
  byId('unlink').hidden = !phone.linked
  byId('auto-read').checked = phone.autoRead
  byId('passkey').checked = phone.needsPasskey
}

function draw() {
  drawPhones(state, show)
  drawScreen()
  markSeen()
}

/** A conversation that is open in front of somebody counts as read. */
function markSeen() {
  const chat = openChat()
  if (!chat || document.hidden || !isPhoneVisible() || unreadIn(chat) === 0) return
  post('read', { peer: chat.peer })
}

const isPhoneVisible = () => byId('messages').offsetParent !== null

function show(number, peer) {
  if (number !== state.number || peer !== state.peer) context.set({})
  state.number = number
  state.peer = peer
  document.body.dataset.view = 'phone'
  draw()
  if (peer && matchMedia('(hover: hover)').matches) byId('composer').elements.text.focus()
}

/** What a link names: #number, or #number/peer for a conversation. */
function showLinked() {
  const [, number, peer] = /^#(\d+)(?:\/(\d+))?$/.exec(location.hash) ?? []
  if (state.phones.some((phone) => phone.number === number)) show(number, peer)
}

async function refresh() {
  state.phones = await request('GET', 'phones')
  state.number ??= state.phones[0]?.number
  draw()
}

function listenToPhone() {
  on(byId('back'), 'click', () => {
    if (state.peer === undefined) document.body.dataset.view = 'phones'
    state.peer = undefined
    draw()
  })
  on(byId('call'), 'click', () => post('call', { to: state.peer }))
  on(byId('video-call'), 'click', () => post('call', { to: state.peer, video: true }))
  on(byId('unlink'), 'click', () => post('unlink'))
  for (const [id, name] of [
    ['auto-read', 'autoRead'],
    ['passkey', 'needsPasskey'],
  ]) {
    on(byId(id), 'change', ({ target }) =>
      act(() => request('PATCH', `phones/${state.number}`, { [name]: target.checked })),
    )
  }
  on(byId('picture'), 'click', () => choosePicture(state.number))
  document.addEventListener('visibilitychange', markSeen)
}

function choosePicture(number) {
  const input = element('input', { type: 'file', accept: 'image/jpeg,image/png' })
  on(input, 'change', () =>
    act(async () => {
      const [body] = input.files
      if (!body) return
      await answerOf(await fetch(`/admin/phones/${number}/picture`, { method: 'PUT', body }))
      notify('O aplicativo verá esta foto quando perguntar por ela.')
    }),
  )
  input.click()
}

function listenToNewPhone() {
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
}

const where = () => ({ number: state.number, peer: state.peer })
const targets = () => {
  const groups = (selected()?.chats ?? []).filter(({ peer }) => isGroup(peer)).map(({ peer }) => peer)
  const numbers = state.phones.map(({ number }) => number).filter((number) => number !== state.number)
  return [...groups, ...numbers].map((peer) => ({ peer, name: nameOf(peer) }))
}

const context = openComposer(where)
openMenu = openMessageMenu(where, context, targets)
listenToAsk()
listenToPhone()
listenToNewPhone()
openTools(state, show)
stayAtEnd()
act(openCable)
await refresh().catch((error) => notify(error.message))
showLinked()
addEventListener('hashchange', showLinked)
openLinkDialogs(state, show)
const events = new EventSource('/admin/events')
events.addEventListener('change', () => act(refresh))
events.addEventListener('error', () => notify('Sem contato com o simulador; tentando de novo…'))
