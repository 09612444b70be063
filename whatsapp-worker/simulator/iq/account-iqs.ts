// What a client asks about its own account around login: properties, privacy, block list, app state. The account has
// nothing set, so the answers are the shortest that satisfy a client.

import { getBinaryNodeChild, getBinaryNodeChildren } from '@whiskeysockets/baileys'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { IqError } from './iq.ts'
import type { IqHandlers, IqResult } from './iq.ts'

const PRIVACY = {
  readreceipts: 'all',
  last: 'all',
  online: 'all',
  profile: 'all',
  status: 'all',
  groupadd: 'all',
  calladd: 'all',
  messages: 'all',
}

const ok = (): IqResult => ({})

export const accountIqs: IqHandlers = {
  'get w:p ping': ok,
  'get abt props': () => ({ content: [{ tag: 'props', attrs: { protocol: '1' }, content: [] }] }),
  'get blocklist': () => ({ content: [{ tag: 'list', attrs: {}, content: [] }] }),
  'get privacy privacy': () => ({ content: [privacy()] }),
  'set privacy tokens': () => ({ content: [{ tag: 'tokens', attrs: {}, content: [] }] }),
  'set urn:xmpp:whatsapp:dirty clean': ok,
  'get w:profile:picture picture': (iq, _client, server) => {
    const token = server.findPhone(iq.attrs['target'] ?? '')?.record.picture
    if (!token) throw new IqError(404, 'item-not-found')
    const directPath = `/mms/picture/${token}`
    const attrs = { id: token.slice(0, 10), type: 'image', url: `https://${server.media.hostname}${directPath}` }
    return { content: [{ tag: 'picture', attrs: { ...attrs, direct_path: directPath } }] }
  },
  'set w:sync:app:state sync': (iq) => ({ content: [unchangedCollections(iq)] }),
}

function privacy(): BinaryNode {
  const content = Object.entries(PRIVACY).map(([name, value]) => ({ tag: 'category', attrs: { name, value } }))
  return { tag: 'privacy', attrs: {}, content }
}

// App state is not kept: each collection is as the client has it.
function unchangedCollections(iq: BinaryNode): BinaryNode {
  const collections = getBinaryNodeChildren(getBinaryNodeChild(iq, 'sync'), 'collection')
  const content = collections.map(({ attrs }) => ({
    tag: 'collection',
    attrs: { name: attrs['name'] ?? '', version: attrs['version'] ?? '0' },
  }))
  return { tag: 'sync', attrs: {}, content }
}
