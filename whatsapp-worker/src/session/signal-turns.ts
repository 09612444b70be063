// Signal work with one address at a time, in the whole process. libsignal queues its jobs by address for all sessions together, and runs
// a queued job in the async context of the one before it: in that one's transaction, which may be another connection's or long committed.
// What it then writes is lost, and a ratchet goes back. It happens when one customer writes to two connections of a worker.
// Each turn is a transaction of its own, whoever asks: Baileys encrypts, sends and only then commits, all in one. A process that dies in
// between would use the same keys again, and what was received meanwhile would be undone by the commit. And since Baileys keeps what it
// has with a phone number under its LID, whoever names the number waits for both.
// Invariants: libsignal's queue for an address is empty whenever a job is put into it; what a turn changed is stored when it ends.
import { AsyncLocalStorage } from 'node:async_hooks'
import { isPnUser, jidDecode, type SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { createTurnsByKey } from 'db/kit/turns.ts'

const byAddress = createTurnsByKey()

/** Runs `work` after whatever was asked for with the same person or group before. */
const inTurn = <T>(jid: string, work: () => Promise<T>): Promise<T> => byAddress(jidDecode(jid)?.user ?? jid, work)

/** The same repository, taking turns. To be called outside of any transaction: that is where the turns are taken. */
export function takeTurns<T extends SignalRepositoryWithLIDStore>(repository: T): T {
  const outside = AsyncLocalStorage.snapshot()
  const turn = <Result>(jid: string, work: () => Promise<Result>): Promise<Result> =>
    outside(() =>
      inTurn(jid, async () => {
        const lid = isPnUser(jid) ? await repository.lidMapping.getLIDForPN(jid) : null
        return lid === null ? work() : inTurn(lid, work)
      }),
    )
  return {
    ...repository,
    encryptMessage: (options) => turn(options.jid, () => repository.encryptMessage(options)),
    decryptMessage: (options) => turn(options.jid, () => repository.decryptMessage(options)),
    injectE2ESession: (options) => turn(options.jid, () => repository.injectE2ESession(options)),
    migrateSession: (from, to) => turn(to, () => repository.migrateSession(from, to)),
    // As the turns before it have left it, not as a transaction remembers it.
    validateSession: (jid) => outside(() => repository.validateSession(jid)),
    encryptGroupMessage: (options) => turn(options.group, () => repository.encryptGroupMessage(options)),
    decryptGroupMessage: (options) => turn(options.group, () => repository.decryptGroupMessage(options)),
    processSenderKeyDistributionMessage: (options) =>
      turn(options.item.groupId ?? options.authorJid, () => repository.processSenderKeyDistributionMessage(options)),
  }
}
