// What is not on one phone: scenarios, faults of the whole simulator, and groups.

import { act, ask, notify, request } from './admin-client.js'
import { byId, element, formatNumber, on } from './dom.js'

export function openTools(state, show) {
  for (const id of ['scenarios', 'faults']) on(byId(id).querySelector('.cancel'), 'click', () => byId(id).close())
  on(byId('open-scenarios'), 'click', () => act(() => showScenarios()))
  on(byId('open-faults'), 'click', () => act(() => showFaults(state)))
  on(byId('faults').querySelector('.heal'), 'click', () =>
    act(async () => {
      await request('DELETE', 'faults')
      await showFaults(state)
    }),
  )
  on(byId('open-group'), 'click', () => askGroup(state, undefined, show))
  on(byId('members'), 'click', () =>
    act(async () => {
      const groups = await request('GET', 'groups')
      askGroup(
        state,
        groups.find(({ id }) => id === state.peer),
        show,
      )
    }),
  )
}

async function showScenarios() {
  const scenarios = await request('GET', 'scenarios')
  const items = scenarios.map(({ name, title, about }) => {
    const start = (body) => () =>
      act(async () => {
        const { customers, messages } = await request('POST', `scenarios/${name}`, body)
        byId('scenarios').close()
        notify(`${title}: ${customers} clientes, ${messages} mensagens a caminho.`)
      })
    const buttons = [
      element('button', { type: 'button', className: 'primary', onclick: start({}) }, 'Durante um minuto'),
      element('button', { type: 'button', onclick: start({ durationMs: 0 }) }, 'De uma vez'),
    ]
    return element('li', {}, element('h3', {}, title), element('p', {}, about), element('menu', {}, ...buttons))
  })
  byId('scenarios')
    .querySelector('ul')
    .replaceChildren(...items)
  if (!byId('scenarios').open) byId('scenarios').showModal()
}

const DELAYS = {
  ackDelayMs: 'Confirmação do servidor (ms)',
  deliveryDelayMs: 'Entrega (ms)',
  receiptDelayMs: 'Recibos atrasados (ms)',
  iqDelayMs: 'Respostas lentas do servidor (ms)',
}
const SWITCHES = {
  muteServer: 'Servidor mudo: aceita e não confirma',
  dropReceipts: 'Recibos se perdem',
  duplicateReceipts: 'Recibos em dobro',
  swapReceipts: 'Recibos fora de ordem',
  duplicateMessages: 'Mensagens em dobro',
}

async function showFaults(state) {
  const faults = await request('GET', 'faults')
  const change = (name, value) => act(() => request('PATCH', 'faults', { [name]: value }))
  const delays = Object.entries(DELAYS).map(([name, label]) => {
    const onchange = ({ target }) => change(name, target.valueAsNumber || 0)
    const input = element('input', { type: 'number', min: 0, max: 600000, value: faults[name], onchange })
    return element('label', { className: 'delay' }, label, input)
  })
  const switches = Object.entries(SWITCHES).map(([name, label]) => {
    const onchange = ({ target }) => change(name, target.checked)
    const input = element('input', { type: 'checkbox', checked: faults[name], onchange })
    return element('label', { className: 'switch' }, input, label)
  })
  byId('faults')
    .querySelector('form')
    .replaceChildren(...switches, ...delays, oneShots(state))
  if (!byId('faults').open) byId('faults').showModal()
}

const ONCE = [
  ['Recusar a próxima mensagem (463)', { kind: 'nack', code: 463 }],
  ['Estragar a próxima mensagem ao aplicativo', { kind: 'corruptNext' }],
  ['Estragar a próxima mensagem ao celular', { kind: 'corruptNextToPhone' }],
  ['Recusar o próximo login (401)', { kind: 'failLogin', code: 401 }],
  ['Bloquear o próximo login (403)', { kind: 'failLogin', code: 403 }],
]
const ON_LINE = [
  ['Cair a conexão', { kind: 'disconnect' }],
  ['Outro aplicativo toma o lugar (440)', { kind: 'replace' }],
  ['Erro do servidor (503)', { kind: 'streamError', code: 503 }],
]

function oneShots(state) {
  const number = state.phones.find(({ linked }) => linked)?.number
  const fire = (body) => () =>
    act(async () => {
      await request('POST', 'faults', body)
      notify('Feito.')
    })
  const button = ([label, body]) => element('button', { type: 'button', onclick: fire(body) }, label)
  const onLine = number ? ON_LINE.map(([label, body]) => button([label, { ...body, number }])) : []
  return element('div', { className: 'once' }, ...onLine, ...ONCE.map(button))
}

/** Makes a group, or changes who is in it. */
function askGroup(state, group, show) {
  const inside = new Set(group?.members.map(({ number }) => number) ?? [state.number])
  const people = state.phones.map(({ number, name }) => {
    const input = element('input', { type: 'checkbox', name: 'member', value: number, checked: inside.has(number) })
    return element('label', { className: 'switch' }, input, `${name} (${formatNumber(number)})`)
  })
  const subject = { name: 'subject', value: group?.subject ?? '', required: true, maxLength: 100 }
  const fields = [
    element('label', {}, 'Nome do grupo', element('input', subject)),
    element('div', { className: 'people' }, ...people),
  ]
  const submit = async ({ subject: called }, data) => {
    const chosen = data.getAll('member')
    if (group) return changeGroup(group, called, chosen, state.number)
    const { id } = await request('POST', 'groups', { subject: called, participants: chosen, creator: state.number })
    return show(state.number, id)
  }
  ask(group ? 'Participantes' : 'Novo grupo', fields, submit, group ? 'Salvar' : 'Criar')
}

async function changeGroup({ id, subject, members }, called, chosen, by) {
  const present = members.map(({ number }) => number)
  const added = chosen.filter((number) => !present.includes(number))
  const removed = present.filter((number) => !chosen.includes(number))
  if (called !== subject) await request('PATCH', `groups/${id}`, { subject: called, by })
  if (added.length) await request('POST', `groups/${id}/members`, { kind: 'add', numbers: added, by })
  if (removed.length) await request('POST', `groups/${id}/members`, { kind: 'remove', numbers: removed, by })
}
