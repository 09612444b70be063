// The real libsignal between two people: what one has with the other must stay readable, whatever order messages and sessions come in.
import { addTransactionCapability, DEFAULT_CONNECTION_CONFIG, initAuthCreds } from '@whiskeysockets/baileys'
import type { SignalDataSet, SignalKeyStore } from '@whiskeysockets/baileys'
import pino from 'pino'
import { expect, test } from 'vitest'
import { SignalDevice } from '../../simulator/phone/signal-device.ts'
import { bundleSession } from '../../simulator/server/key-bundle.ts'
import { quietLibsignal } from './quiet-libsignal.ts'
import { moved } from './signal-trials.ts'
import { takeTurns } from './signal-turns.ts'

quietLibsignal()

function person(jid: string) {
  const device = new SignalDevice(initAuthCreds(), {})
  return {
    device,
    meet: (other: { jid: string; device: SignalDevice }) => device.openSession(other.jid, other.device.newBundle()),
    write: (to: { jid: string }, said: string) => device.encrypt(to.jid, Buffer.from(said)),
    read: async (from: { jid: string }, { type, ciphertext }: { type: 'pkmsg' | 'msg'; ciphertext: Uint8Array }) =>
      Buffer.from(await device.decrypt(from.jid, type, ciphertext)).toString(),
    jid,
  }
}

test('a message of the session before does not spoil the new one', async () => {
  const [ana, shop] = [person('1@lid'), person('2@lid')]
  await shop.meet(ana)
  expect(await ana.read(shop, await shop.write(ana, 'um'))).toBe('um')
  expect(await shop.read(ana, await ana.write(shop, 'dois'))).toBe('dois')
  expect(await ana.read(shop, await shop.write(ana, 'três'))).toBe('três')
  const late = await ana.write(shop, 'quatro')

  await shop.meet(ana)
  const first = await shop.write(ana, 'cinco')
  expect(await shop.read(ana, late)).toBe('quatro')
  const second = await shop.write(ana, 'seis')
  expect([await ana.read(shop, first), await ana.read(shop, second)]).toEqual(['cinco', 'seis'])
})

test('what is encrypted within a longer transaction is stored before that one ends', async () => {
  const stored: SignalDataSet[] = []
  const keys: SignalKeyStore = { get: () => ({}), set: (data) => void stored.push(structuredClone(data)) }
  const store = addTransactionCapability(keys, pino({ level: 'silent' }), DEFAULT_CONNECTION_CONFIG.transactionOpts)
  const make = DEFAULT_CONNECTION_CONFIG.makeSignalRepository
  const repository = takeTurns(make({ creds: initAuthCreds(), keys: store }, pino({ level: 'silent' })))
  const session = bundleSession(new SignalDevice(initAuthCreds(), {}).newBundle())
  await store.transaction(async () => {
    await repository.injectE2ESession({ jid: '1@lid', session })
    expect(stored.map(Object.keys)).toEqual([['session']])
  }, 'sending')
  expect(stored).toHaveLength(1)
})

test('only the session that says it was used has moved on', () => {
  const session = (used: number, ratchet: string) => ({ indexInfo: { used }, currentRatchet: ratchet })
  const record = (_sessions: Record<string, unknown>) => ({ version: 'v1', _sessions })
  const before = record({ old: session(1, 'a'), new: session(2, 'b') })
  expect(moved(before, record({ old: session(3, 'a2'), new: session(2, 'spoilt') }))).toEqual(
    record({ old: session(3, 'a2'), new: session(2, 'b') }),
  )
  // Nothing was received: encrypted, opened or closed.
  const sent = record({ old: session(1, 'a'), new: session(2, 'b2'), newer: session(4, 'c') })
  expect(moved(before, sent)).toEqual(sent)
  expect(moved(undefined, before)).toEqual(before)
  expect(moved(before, null)).toBeNull()
})
