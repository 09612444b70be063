// The network between app and server, where this simulator was lent it: a switch, for who wants to see the app without it.

import { act, request } from './admin-client.js'
import { byId, on } from './dom.js'

export async function openCable() {
  const cable = await request('GET', 'cable')
  if (!cable) return
  draw(cable)
  on(byId('cable'), 'change', ({ target }) =>
    act(async () => draw(await request('PATCH', 'cable', { pulled: !target.checked }))),
  )
}

function draw({ pulled }) {
  byId('cable-row').hidden = false
  byId('cable-row').classList.toggle('pulled', pulled)
  byId('cable').checked = !pulled
  byId('cable-row').querySelector('span').textContent = pulled
    ? 'Cabo puxado: o Balcão está sem rede'
    : 'Cabo ligado entre o Balcão e o servidor'
}
