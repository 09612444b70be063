// How the page talks to the simulator, asks the person for something, and tells that something failed.

import { byId, on } from './dom.js'

export async function request(method, path, body) {
  const init = {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  }
  return answerOf(await fetch(`/admin/${path}`, init))
}

/** A file in a message; `query` says what it is and whom it is for. */
export async function upload(number, query, content) {
  const url = `/admin/phones/${number}/files?${new URLSearchParams(query)}`
  return answerOf(await fetch(url, { method: 'POST', body: content }))
}

export async function answerOf(response) {
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.error)
  return answer
}

let noticeTimer

export function notify(text) {
  byId('notice').textContent = text
  clearTimeout(noticeTimer)
  noticeTimer = setTimeout(() => (byId('notice').textContent = ''), 5000)
}

export function act(task) {
  task().catch((error) => notify(error.message))
}

let submitAnswers

/** A small form; it closes when `submit` has succeeded. */
export function ask(title, fields, submit, label = 'Enviar') {
  const form = byId('ask-form')
  byId('ask-title').textContent = title
  form.querySelector('.fields').replaceChildren(...fields)
  form.querySelector('.error').textContent = ''
  form.querySelector('.primary').textContent = label
  submitAnswers = submit
  byId('ask').showModal()
}

export function listenToAsk() {
  const form = byId('ask-form')
  on(form.querySelector('.cancel'), 'click', () => byId('ask').close())
  on(form, 'submit', (event) => {
    event.preventDefault()
    const data = new FormData(form)
    submitAnswers(Object.fromEntries(data), data)
      .then(() => byId('ask').close())
      .catch((error) => (form.querySelector('.error').textContent = error.message))
  })
}
