// The two ways to link a phone to the app. An address that ends in #scan=<text of the QR> opens the first one filled in,
// so that a single click links the number.

import { notify, request } from './admin-client.js'
import { byId, element, formatNumber, on } from './dom.js'

export function openLinkDialogs(state, show) {
  const scan = dialogOf('scan', async ({ qr, phone }) => {
    await request('POST', `phones/${phone}/scan`, { qr })
    show(phone)
  })
  const code = dialogOf('code', ({ code: typed }) =>
    request('POST', `phones/${state.number}/pairing-code`, { code: typed }),
  )
  const openScan = (qr, number) => {
    const options = state.phones.map((phone) => {
      const text = `${phone.name} (${formatNumber(phone.number)})`
      return element('option', { value: phone.number, selected: phone.number === number }, text)
    })
    byId('scan-form').elements.phone.replaceChildren(...options)
    byId('scan-form').elements.qr.value = qr
    scan.showModal()
  }
  on(byId('open-scan'), 'click', () => openScan('', state.number))
  on(byId('open-code'), 'click', () => code.showModal())
  on(byId('paste'), 'click', () => paste(byId('scan-form').elements.qr))
  const scanFromAddress = () => {
    const qr = new URLSearchParams(location.hash.slice(1).replaceAll('+', '%2B')).get('scan')
    if (!qr) return
    // The text is used up: reloading must not offer it again.
    history.replaceState(null, '', location.pathname)
    // The company's number is the first of the list, customers are added after it.
    openScan(qr, state.phones[0]?.number)
    byId('scan-form').querySelector('.primary').focus()
  }
  addEventListener('hashchange', scanFromAddress)
  scanFromAddress()
}

function dialogOf(id, submit) {
  const dialog = byId(id)
  const form = byId(`${id}-form`)
  const error = form.querySelector('.error')
  const button = form.querySelector('.primary')
  on(form.querySelector('.cancel'), 'click', () => dialog.close())
  on(dialog, 'close', () => {
    form.reset()
    error.textContent = ''
  })
  on(form, 'submit', (event) => {
    event.preventDefault()
    button.disabled = true
    submit(Object.fromEntries(new FormData(form)))
      .then(() => {
        dialog.close()
        return notify('Número vinculado.')
      })
      .catch((failure) => (error.textContent = failure.message))
      .finally(() => (button.disabled = false))
  })
  return dialog
}

async function paste(field) {
  const text = await navigator.clipboard.readText().catch(() => undefined)
  if (text === undefined) notify('O navegador não permitiu colar; use Ctrl+V no campo.')
  else field.value = text
}
