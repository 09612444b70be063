// Writing on a phone: text, files, voice from the microphone, and what the attachment menu offers. What is being answered or
// edited is kept here until it is sent or given up.

import { act, ask, notify, request, upload } from './admin-client.js'
import { byId, element, icon, on } from './dom.js'
import { recordVoice } from './recorder.js'

const TYPING_MS = 4000

/** `where()` gives the phone and the conversation that are open. */
export function openComposer(where) {
  const form = byId('composer')
  const input = form.elements.text
  const context = composerContext(input)
  const post = (verb, body) => request('POST', `phones/${where().number}/${verb}`, body)
  const send = () => sendText(input, context, where, post)
  on(form, 'submit', (event) => {
    event.preventDefault()
    send()
  })
  on(input, 'keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    send()
  })
  showTyping(input, where, post)
  attachMenu(where, post, context)
  recordButton(where, post, context)
  return context
}

function composerContext(input) {
  const bar = byId('context')
  const context = {
    quoted: undefined,
    editing: undefined,
    set({ quoted, editing, words }) {
      Object.assign(context, { quoted, editing })
      bar.hidden = !words
      bar.querySelector('span').textContent = words ?? ''
      if (words) input.focus()
    },
    /** The id of what is answered, which is then used up. */
    take() {
      const { quoted } = context
      context.set({})
      return quoted ? { quoted } : {}
    },
  }
  on(bar.querySelector('button'), 'click', () => {
    if (context.editing) input.value = ''
    context.set({})
  })
  return context
}

function sendText(input, context, where, post) {
  const text = input.value.trim()
  if (!text) return
  input.value = ''
  const { editing } = context
  const quoted = context.take()
  act(() => (editing ? post('edit', { message: editing, text }) : post('send', { to: where().peer, text, ...quoted })))
}

function showTyping(input, where, post) {
  let told = 0
  let pause
  on(input, 'input', () => {
    const to = where().peer
    clearTimeout(pause)
    pause = setTimeout(() => act(() => post('typing', { to, state: 'paused' })), TYPING_MS)
    if (Date.now() - told < TYPING_MS) return
    told = Date.now()
    act(() => post('typing', { to, state: 'composing' }))
  })
}

function kindOf({ type }) {
  const [kind] = type.split('/')
  return ['image', 'video', 'audio'].includes(kind) ? kind : 'document'
}

const SAMPLES = {
  once: { path: 'photo.jpg', kind: 'image', mime: 'image/jpeg', viewOnce: 'true' },
  photo: { path: 'photo.jpg', kind: 'image', mime: 'image/jpeg' },
  voice: { path: 'voice.ogg', kind: 'voice', seconds: '4' },
  sticker: { path: 'sticker.webp', kind: 'sticker', mime: 'image/webp' },
  document: { path: 'receipt.pdf', kind: 'document', mime: 'application/pdf', name: 'comprovante.pdf' },
}

const FORMS = {
  place: {
    title: 'Localização',
    fields: { name: 'Parque Ibirapuera', latitude: '-23.58742', longitude: '-46.65763' },
    labels: { name: 'Nome', latitude: 'Latitude', longitude: 'Longitude' },
    send: ({ name, latitude, longitude }) => [
      'location',
      { name, latitude: Number(latitude), longitude: Number(longitude) },
    ],
  },
  card: {
    title: 'Contato',
    fields: { name: 'Dona Lúcia', number: '+55 11 95555-4444' },
    labels: { name: 'Nome', number: 'Número' },
    send: ({ name, number }) => ['contacts', { contacts: [{ name, numbers: [number] }] }],
  },
  poll: {
    title: 'Enquete',
    fields: { question: 'Qual horário?', first: 'Manhã', second: 'Tarde' },
    labels: { question: 'Pergunta', first: 'Opção 1', second: 'Opção 2' },
    send: ({ question, first, second }) => ['poll', { question, options: [first, second] }],
  },
}

function attachMenu(where, post, context) {
  const menu = byId('attachments')
  const toggle = (isOpen) => {
    menu.hidden = !isOpen
    byId('attach').ariaExpanded = String(isOpen)
  }
  on(byId('attach'), 'click', () => toggle(menu.hidden))
  on(document, 'keydown', ({ key }) => key === 'Escape' && toggle(false))
  on(document, 'click', ({ target }) => target.closest('#composer') || toggle(false))
  on(menu, 'click', ({ target }) => {
    const { pick, send, form } = target.dataset
    if (!pick && !send && !form) return
    toggle(false)
    if (pick) pickFile(pick)
    else if (form) askAndSend(FORMS[form], where, post)
    else if (send === 'unknown') act(() => post('unknown', { to: where().peer }))
    else act(() => sendSample(SAMPLES[send], where()))
  })
  on(byId('file'), 'change', ({ target }) => {
    const [file] = target.files
    if (!file) return
    const { number, peer: to } = where()
    const query = { to, kind: kindOf(file), name: file.name, ...(file.type && { mime: file.type }), ...context.take() }
    act(() => upload(number, query, file))
    target.value = ''
  })
}

function pickFile(accept) {
  byId('file').accept = accept
  byId('file').click()
}

async function sendSample({ path, ...query }, { number, peer }) {
  const content = await (await fetch(`/samples/${path}`)).blob()
  await upload(number, { to: peer, ...query }, content)
}

function askAndSend({ title, fields, labels, send }, where, post) {
  const inputs = Object.entries(fields).map(([name, value]) =>
    element('label', {}, labels[name], element('input', { name, value, required: true })),
  )
  ask(title, inputs, (answers) => {
    const [verb, body] = send(answers)
    return post(verb, { to: where().peer, ...body })
  })
}

function recordButton(where, post, context) {
  const button = byId('record')
  let recording
  const show = (isOn) => {
    button.classList.toggle('recording', isOn)
    button.ariaLabel = isOn ? 'Parar e enviar' : 'Gravar áudio'
    button.replaceChildren(icon(isOn ? 'stop' : 'mic'))
  }
  on(button, 'click', () =>
    act(async () => {
      const { number, peer: to } = where()
      if (!recording) {
        recording = await recordVoice()
        show(true)
        notify('Gravando… toque de novo para enviar.')
        return post('typing', { to, state: 'recording' })
      }
      const { stop } = recording
      recording = undefined
      show(false)
      const { content, seconds } = await stop()
      return upload(number, { to, kind: 'voice', seconds: String(seconds), ...context.take() }, content)
    }),
  )
}
