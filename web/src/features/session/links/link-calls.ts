// What somebody without a session asks of the server about a password, or an address to confirm. The token of a link stands behind the address's `#`: it reaches the server in
// these bodies alone.
import * as v from 'valibot'
import { authorizedFetch, errorOf } from '../../../sync/session-client.ts'

const person = v.object({ name: v.string(), email: v.string(), company: v.string() })
/** Whom a link is for. */
export type LinkedPerson = v.InferOutput<typeof person>

/** Of the page's address. */
export const tokenInAddress = () => location.hash.slice(1)

/** As all of these: @throws AppError with the server's code; TypeError when the network fails. */
export const askForLink = (email: string) => post('/auth/password/forgotten', { email })

export type LinkKind = 'password' | 'invitation'

export const readLink = async (kind: LinkKind, token: string): Promise<LinkedPerson> =>
  v.parse(person, await post(`/auth/${kind}/link`, { token }))

export const resetPassword = (token: string, password: string) => post('/auth/password/reset', { token, password })

export const acceptInvitation = (token: string, chosen: { name: string; password: string }) =>
  post('/auth/invitation/accept', { token, ...chosen })

const opened = v.object({ email: v.string() })

/** The e-mail to log in with. */
export const confirmSignup = async (token: string, password: string): Promise<string> =>
  v.parse(opened, await post('/companies/cadastro/confirm', { token, password })).email

async function post(path: string, body: object): Promise<unknown> {
  const response = await authorizedFetch(`/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw await errorOf(response)
  return response.json()
}
