// Which addresses of outside services a person may enter at all. What a name leads to is looked at when it is called (db/node/outgoing).
import * as v from 'valibot'

/** The address, when it is one of the web without credentials; null otherwise. */
export function parseOutgoingUrl(text: string): URL | null {
  if (text.length > 2000) return null
  const url = URL.parse(text)
  if (!url || url.username !== '' || url.password !== '' || url.hostname === '') return null
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}

/** This machine, as tests have their stand-ins on it. */
export const isLoopbackUrl = ({ hostname }: URL) => ['127.0.0.1', '[::1]', 'localhost'].includes(hostname)

export const outgoingUrlArg = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2000),
  v.check((text) => parseOutgoingUrl(text) !== null, 'URL'),
)
