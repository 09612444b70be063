// Building blocks of the page. Everything that comes from a message becomes text, never markup.

/** Makes an element; children are elements or text. */
export function element(tag, properties, ...children) {
  const node = document.createElement(tag)
  const { hue, ...plain } = properties ?? {}
  Object.assign(node, plain)
  if (hue !== undefined) node.style.setProperty('--hue', hue)
  node.append(...children.filter((child) => child !== undefined && child !== ''))
  return node
}

export const byId = (id) => document.querySelector(`#${id}`)

export const on = (target, event, listener) => target.addEventListener(event, listener)

export function avatar(name) {
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0] ?? '')
    .join('')
    .toUpperCase()
  return element('span', { className: 'avatar', hue: hueOf(name), ariaHidden: 'true' }, initials)
}

export function hueOf(name) {
  let hue = 0
  for (const letter of name) hue = (hue * 31 + (letter.codePointAt(0) ?? 0)) % 360
  return hue
}

/** +55 11 91111-0001 */
export function formatNumber(number) {
  const parts = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number)
  return parts ? `+55 ${parts[1]} ${parts[2]}-${parts[3]}` : `+${number}`
}

const clock = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' })
const calendar = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'long' })

export const timeOf = (at) => clock.format(at)
export const dayOf = (at) => calendar.format(at)

export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const use = document.createElementNS('http://www.w3.org/2000/svg', 'use')
  use.setAttribute('href', `#i-${name}`)
  svg.append(use)
  return svg
}

const TICKS = {
  sent: { text: '✓', label: 'enviada' },
  delivered: { text: '✓✓', label: 'entregue' },
  read: { text: '✓✓', label: 'lida' },
  played: { text: '✓✓', label: 'ouvida' },
}

export function tick(status) {
  const { text, label } = TICKS[status]
  return element('span', { className: `tick ${status}`, title: label, ariaLabel: label, role: 'img' }, text)
}
