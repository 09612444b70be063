// Baileys notes the sender's second address before it takes its turn in decrypting: a message whose note takes longer is overtaken by
// the next one. Here the notes wait for each other, so that messages reach their turn in the order in which WhatsApp sent them.
import type { SocketConfig } from '@whiskeysockets/baileys'

type MakeRepository = SocketConfig['makeSignalRepository']

export const keepOrder =
  (make: MakeRepository): MakeRepository =>
  (...parts) => {
    const repository = make(...parts)
    const { lidMapping } = repository
    let last: Promise<unknown> = Promise.resolve()
    const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
      const result = last.then(work)
      last = result.catch(() => {})
      return result
    }
    const store = lidMapping.storeLIDPNMappings.bind(lidMapping)
    lidMapping.storeLIDPNMappings = (pairs) => inTurn(() => store(pairs))
    return { ...repository, migrateSession: (from, to) => inTurn(() => repository.migrateSession(from, to)) }
  }
