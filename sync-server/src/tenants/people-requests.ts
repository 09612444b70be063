// Valid requests of the routes that protect people: second factors, the audit log, and what becomes of a person's data.
import { testPassword } from 'db/node/testing/test-world.ts'
import type { Example } from './requests.ts'
import type { Tenant } from './tenant.ts'

const password = testPassword
const step = 'nada'
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const made = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const signed = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

export const peopleRoutes: Readonly<Record<string, (of: Tenant) => Example[]>> = {
  'GET /audit': () => [{}, { query: { searchParam: 'Pessoa', action: 'login' } }],
  'POST /auth/login/confirm': () => [{ body: { step } }],
  'POST /auth/login/code': () => [{ body: { step, code: '000000' } }],
  'POST /auth/login/authenticator': () => [{ body: { step } }],
  'PUT /auth/login/authenticator': () => [{ body: { step, code: '000000' } }],
  'POST /auth/login/passkey/options': () => [{ body: {} }],
  'POST /auth/login/passkey': () => [{ body: { step, response: signed } }],
  'POST /auth/password/forgotten': (of) => [{ body: { email: of.admin.email } }],
  'POST /auth/password/link': () => [{ body: { token: 'nada' } }],
  'POST /auth/password/reset': () => [{ body: { token: 'nada', password: 'outra-senha-1' } }],
  'POST /auth/invitation/link': () => [{ body: { token: 'nada' } }],
  'POST /auth/invitation/accept': () => [{ body: { token: 'nada', name: 'Ana', password: 'outra-senha-1' } }],
  'POST /users/:id/invitation': (of) => [{ params: { id: of.ofQueue.userId }, body: { by: 'link' } }],
  'DELETE /users/:id/invitation': (of) => [{ params: { id: of.ofQueue.userId } }],
  'POST /users/:id/password-link': (of) => [{ params: { id: of.ofQueue.userId } }],
  'GET /auth/second-factor': () => [{}],
  'POST /auth/second-factor/authenticator': () => [{ body: { password } }],
  'PUT /auth/second-factor/authenticator': () => [{ body: { code: '000000' } }],
  'POST /auth/second-factor/authenticator/remove': () => [{ body: { password } }],
  'POST /auth/second-factor/recovery-codes': () => [{ body: { password } }],
  'POST /auth/second-factor/passkeys/options': () => [{ body: { password } }],
  'POST /auth/second-factor/passkeys': () => [{ body: { step, name: 'Celular', response: made } }],
  'POST /auth/second-factor/passkeys/:id/remove': (of) => [{ params: { id: of.passkeyId }, body: { password } }],
  'DELETE /users/:id/second-factor': (of) => [{ params: { id: of.ofQueue.userId } }],
  'GET /contacts/:id/privacy': (of) => [{ params: { id: of.contactId } }],
  'POST /contacts/:id/export': (of) => [{ params: { id: of.contactId } }],
  'POST /contacts/:id/erasure': (of) => [{ params: { id: of.otherContactId } }],
  'GET /privacy-requests/:id': (of) => [{ params: { id: of.privacyRequestId } }],
  'GET /privacy-requests/:id/file': (of) => [{ params: { id: of.privacyRequestId } }],
  'GET /retention/preview': () => [{ query: { conversationsDays: '30', mediaDays: '30' } }],
}
