// The test form asks as another system does: by the token alone, with nothing of the session.
import { errorOf } from '../../sync/session-client.ts'

interface Wish {
  token: string
  number: string
  body: string
  files: readonly File[]
}

/** @throws AppError with the server's code; TypeError when the network fails */
export async function sendTest({ token, number, body, files }: Wish): Promise<void> {
  const response = await fetch('/api/messages/send', {
    method: 'POST',
    credentials: 'omit',
    headers: { authorization: `Bearer ${token}`, ...(files.length === 0 && { 'content-type': 'application/json' }) },
    body: files.length === 0 ? JSON.stringify({ number, body }) : formOf({ number, body, files }),
  })
  if (!response.ok) throw await errorOf(response)
}

function formOf({ number, body, files }: Omit<Wish, 'token'>): FormData {
  const form = new FormData()
  form.append('number', number)
  if (body.trim() !== '') form.append('body', body)
  for (const file of files) form.append('medias', file)
  return form
}
