// How the page talks to the simulator, and how it tells the person that something failed.

import { byId } from './dom.js'

export async function request(method, path, body) {
  const init = {
    method,
    ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
  }
  const response = await fetch(`/admin/${path}`, init)
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
