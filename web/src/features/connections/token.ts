// The external API's token of a connection: made and taken away on the server at once, never through the outbox.
import { AppError, isErrorCode } from 'db/kit/errors.ts'
import * as v from 'valibot'
import { authorizedFetch } from '../../sync/session-client.ts'

const made = v.object({ token: v.string() })

/** Seen only now. */
export async function makeToken(connectionId: string): Promise<string> {
  const response = await ask('POST', connectionId)
  return v.parse(made, await response.json()).token
}

export async function removeToken(connectionId: string): Promise<void> {
  await ask('DELETE', connectionId)
}

async function ask(method: 'POST' | 'DELETE', connectionId: string) {
  const response = await authorizedFetch(`/api/whatsapp/${connectionId}/token`, { method })
  if (response.ok) return response
  const { error } = (await response.json().catch(() => ({}))) as { error?: unknown }
  throw new AppError(isErrorCode(error) ? error : 'ERR_INTERNAL')
}
