// The two iqs that change what a companion is: it becomes ready for stanzas, or it leaves the account.

import type { IqHandlers } from './iq.ts'

export const linkIqs: IqHandlers = {
  'set passive active': (_iq, client, server) => ({ afterwards: () => server.goLive(client) }),
  'set md remove-companion-device': (_iq, client, server) => ({
    afterwards: () => server.removeCompanion(client.companion),
  }),
}
