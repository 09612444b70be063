// Signal work with one address at a time, in the whole process. libsignal queues its jobs by address for all sessions together, and runs
// a queued job in the async context of the one before it: in that one's transaction, which may be another connection's or long committed.
// What it then writes is lost, and a ratchet goes back. It happens when one customer writes to two connections of a worker.
// Invariant: libsignal's queue for an address is empty whenever a job is put into it.
import { jidDecode, type SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'

const turns = new Map<string, Promise<unknown>>()

/** Runs `work` after whatever was asked for with the same person or group before. */
async function inTurn<T>(jid: string, work: () => Promise<T>): Promise<T> {
  const address = jidDecode(jid)?.user ?? jid
  const before = turns.get(address) ?? Promise.resolve()
  const result = before.then(work)
  const ended = result.catch(() => {})
  turns.set(address, ended)
  void ended.then(() => turns.get(address) === ended && turns.delete(address))
  return result
}

/** The same repository, taking turns. Outside of any transaction that is named after the address. */
export function takeTurns<T extends SignalRepositoryWithLIDStore>(repository: T): T {
  return {
    ...repository,
    encryptMessage: (options) => inTurn(options.jid, () => repository.encryptMessage(options)),
    decryptMessage: (options) => inTurn(options.jid, () => repository.decryptMessage(options)),
    injectE2ESession: (options) => inTurn(options.jid, () => repository.injectE2ESession(options)),
    encryptGroupMessage: (options) => inTurn(options.group, () => repository.encryptGroupMessage(options)),
    decryptGroupMessage: (options) => inTurn(options.group, () => repository.decryptGroupMessage(options)),
    processSenderKeyDistributionMessage: (options) =>
      inTurn(options.item.groupId ?? options.authorJid, () => repository.processSenderKeyDistributionMessage(options)),
  }
}
