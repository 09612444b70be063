// The messages of a conversation. A bubble is made anew only when its message has changed, so that a voice note that is
// playing plays on, whatever arrives.

import { byId, dayOf, element, hueOf, on, tick, timeOf } from './dom.js'

const KINDS = {
  image: 'Imagem',
  video: 'Vídeo',
  audio: 'Áudio',
  document: 'Documento',
  sticker: 'Figurinha',
  location: 'Localização',
  contacts: 'Contato',
  poll: 'Enquete',
  call: 'Ligação',
}

/** A message in one line. */
export function summaryOf({ isDeleted, text, kind, isVoice, file }) {
  if (isDeleted) return 'Mensagem apagada'
  if (isVoice) return 'Mensagem de voz'
  return text || file?.name || KINDS[kind] || ''
}

function attachment({ id, kind, file, isVoice }, chat) {
  const label = file.name ?? (isVoice ? 'Mensagem de voz' : KINDS[kind])
  if (!file.sha256) return element('em', { className: 'file' }, `${label}: não abriu`)
  const src = `/admin/phones/${chat.phone}/files/${id}`
  if (kind === 'image' || kind === 'sticker') return element('img', { src, alt: label, className: `picture ${kind}` })
  if (kind === 'video') return element('video', { src, controls: true, preload: 'metadata', className: 'picture' })
  if (kind === 'audio') {
    return element('audio', {
      src,
      controls: true,
      preload: 'metadata',
      ariaLabel: label,
      onplay: () => chat.played(id),
    })
  }
  return element('a', { href: src, download: label, className: 'file' }, `⬇ ${label}`)
}

const OUTCOMES = { ringing: 'chamando…', answered: 'atendida', rejected: 'recusada', missed: 'sem resposta' }

function callPart({ id, fromMe, call }, chat) {
  const words = `${call.isVideo ? 'Chamada de vídeo' : 'Ligação'} ${OUTCOMES[call.outcome]}`
  const hangUp = { type: 'button', className: 'danger', onclick: () => chat.hangUp(id) }
  const button = fromMe && call.outcome === 'ringing' ? element('button', hangUp, 'Desligar') : ''
  return element('div', { className: 'card' }, words, button)
}

function card(message, chat) {
  const { location, contacts, poll, call } = message
  if (call) return callPart(message, chat)
  if (location) {
    const { latitude, longitude, name, address } = location
    const where = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
    const parts = [name, address, where].filter(Boolean).map((line) => element('div', {}, line))
    return element('div', { className: 'card' }, element('strong', {}, '📍 Localização'), ...parts)
  }
  if (contacts) {
    const people = contacts.map(({ name, numbers }) => element('div', {}, `👤 ${name} ${numbers.join(', ')}`))
    return element('div', { className: 'card' }, ...people)
  }
  if (!poll) return ''
  const options = poll.options.map((option) => element('li', {}, `○ ${option}`))
  return element('div', { className: 'card' }, element('strong', {}, '📊 Enquete'), element('ul', {}, ...options))
}

function marks({ isForwarded, isViewOnce, isEdited, at, fromMe, status }) {
  const words = [isViewOnce && 'ver uma vez', isForwarded && 'encaminhada', isEdited && 'editada', timeOf(at)]
  return element('footer', {}, words.filter(Boolean).join(' · '), fromMe ? tick(status) : '')
}

function body(message, chat) {
  if (message.isDeleted) return [element('em', {}, '🚫 Mensagem apagada')]
  const { author, quoted, text, file } = message
  const name = author && chat.nameOf(author)
  return [
    name ? element('strong', { className: 'author', hue: hueOf(name) }, name) : '',
    quoted ? element('blockquote', {}, quoted.text || 'Mensagem') : '',
    file ? attachment(message, chat) : '',
    card(message, chat),
    chat.withNames(text),
  ]
}

function bubble(message, chat) {
  if (message.kind === 'notice') return element('li', { className: 'day' }, message.text)
  const reactions = (message.reactions ?? []).map(({ emoji }) => emoji).join('')
  const className = `bubble${message.fromMe ? ' mine' : ''}${message.kind === 'sticker' ? ' bare' : ''}`
  const open = { type: 'button', className: 'more', ariaLabel: 'Opções da mensagem', onclick: () => chat.open(message) }
  const menu = message.isDeleted || message.kind === 'call' ? '' : element('button', open, '⌄')
  const emojis = reactions ? element('span', { className: 'reactions', ariaLabel: 'Reações' }, reactions) : ''
  return element('li', { className }, menu, ...body(message, chat), marks(message), emojis)
}

/** Whether the newest message is in view, and is to stay there. */
let isAtEnd = true

/** Pictures take their place only when they have come. */
export function stayAtEnd() {
  const list = byId('messages')
  on(list, 'scroll', () => (isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 80))
  const keep = () => isAtEnd && (list.scrollTop = list.scrollHeight)
  for (const event of ['load', 'loadedmetadata']) list.addEventListener(event, keep, { capture: true })
}

/** Nodes by message, with what they were made from. */
let drawn = new Map()

function reuse(key, signature, make) {
  const kept = drawn.get(key)
  return kept?.signature === signature ? kept : { signature, node: make() }
}

export function drawMessages(messages, chat) {
  const list = byId('messages')
  const place = `${chat.phone} ${chat.peer}`
  const opened = list.dataset.chat !== place
  if (opened) {
    drawn = new Map()
    isAtEnd = true
  }
  list.dataset.chat = place
  const next = new Map()
  let day
  for (const message of messages) {
    const today = dayOf(message.at)
    if (today !== day)
      next.set(
        today,
        reuse(today, '', () => element('li', { className: 'day' }, today)),
      )
    day = today
    next.set(
      message.id,
      reuse(message.id, JSON.stringify(message), () => bubble(message, chat)),
    )
  }
  if (!next.size)
    next.set(
      '',
      reuse('', '', () => element('li', { className: 'empty' }, 'Nenhuma mensagem ainda.')),
    )
  drawn = next
  arrange(
    list,
    [...next.values()].map(({ node }) => node),
  )
  if (isAtEnd) list.scrollTop = list.scrollHeight
}

/** Moves nothing that is in its place already: a moved player would stop. */
function arrange(list, nodes) {
  const wanted = new Set(nodes)
  const stale = Array.from(list.children).filter((child) => !wanted.has(child))
  for (const child of stale) child.remove()
  for (const [index, node] of nodes.entries()) {
    if (list.children[index] !== node) list.insertBefore(node, list.children[index] ?? null)
  }
}
