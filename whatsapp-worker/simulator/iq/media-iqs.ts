// Where clients may upload files to, and by which word they are let in.

import type { IqHandlers } from './iq.ts'

const TTL_SECONDS = 3600

export const mediaIqs: IqHandlers = {
  'set w:m media_conn': (_iq, _client, { media }) => {
    const attrs = { auth: media.auth, ttl: String(TTL_SECONDS) }
    return { content: [{ tag: 'media_conn', attrs, content: [{ tag: 'host', attrs: { hostname: media.hostname } }] }] }
  },
}
