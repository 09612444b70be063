// The Signal half of a phone: sessions with companions, its own pre-keys. Uses the very repository that the client uses,
// over the phone's stored keys. Callers serialise: one operation at a time for each phone.

import { addTransactionCapability, Curve, DEFAULT_CONNECTION_CONFIG } from '@whiskeysockets/baileys'
import type {
  AuthenticationCreds,
  SignalDataSet,
  SignalDataTypeMap,
  SignalKeyStore,
  proto,
} from '@whiskeysockets/baileys'
import pino from 'pino'
import { userOf } from '../jids.ts'
import { forgetTrials } from '../../src/session/signal-trials.ts'
import { takeTurns } from '../../src/session/signal-turns.ts'
import { bundleSession } from '../server/key-bundle.ts'
import type { KeyBundle, SignalSession } from '../server/key-bundle.ts'
import type { StoredKeys } from '../server-state.ts'

const silent = pino({ level: 'silent' })

export class SignalDevice {
  readonly #creds: AuthenticationCreds
  readonly #keys: StoredKeys
  readonly #repository

  constructor(creds: AuthenticationCreds, keys: StoredKeys) {
    this.#creds = creds
    this.#keys = keys
    const plain = addTransactionCapability(keyStore(keys), silent, DEFAULT_CONNECTION_CONFIG.transactionOpts)
    // A real phone does not mix up its sessions.
    const store = forgetTrials(plain)
    this.#repository = takeTurns(DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys: store }, silent))
  }

  async hasSession(jid: string) {
    return (await this.#repository.validateSession(jid)).exists
  }

  /** Starts over with `jid`: what is sent next opens a new session. */
  startSession(jid: string, session: SignalSession) {
    return this.#repository.injectE2ESession({ jid, session })
  }

  openSession(jid: string, bundle: KeyBundle) {
    return this.startSession(jid, bundleSession(bundle))
  }

  encrypt(jid: string, data: Uint8Array) {
    return this.#repository.encryptMessage({ jid, data })
  }

  decrypt(jid: string, type: 'pkmsg' | 'msg', ciphertext: Uint8Array) {
    return this.#repository.decryptMessage({ jid, type, ciphertext })
  }

  /** For everybody who has our sender key of the group; the key comes along, for those who have not. */
  encryptForGroup(group: string, me: string, data: Uint8Array) {
    return this.#repository.encryptGroupMessage({ group, meId: me, data })
  }

  senderKey(group: string, me: string) {
    return this.#repository.getSenderKeyDistributionMessage({ group, meId: me })
  }

  /** Whoever has left the group must not read on: the next message makes a new key. */
  forgetSenderKey(group: string, me: string) {
    const keys = this.#keys['sender-key'] ?? {}
    const own = new RegExp(`^${group}::${userOf(me)}\\D`)
    for (const name of Object.keys(keys)) if (own.test(name) && name.endsWith('::0')) delete keys[name]
  }

  takeSenderKey(author: string, item: proto.Message.ISenderKeyDistributionMessage) {
    return this.#repository.processSenderKeyDistributionMessage({ authorJid: author, item })
  }

  decryptFromGroup(group: string, author: string, message: Uint8Array) {
    return this.#repository.decryptGroupMessage({ group, authorJid: author, msg: message })
  }

  /** Public keys for someone who wants to write to this phone; makes the one-time key on demand. */
  newBundle(): KeyBundle {
    const id = this.#creds.nextPreKeyId++
    const preKey = Curve.generateKeyPair()
    const preKeys = (this.#keys['pre-key'] ??= {})
    preKeys[id] = preKey
    const { registrationId, signedIdentityKey, signedPreKey } = this.#creds
    return {
      registrationId,
      identity: signedIdentityKey.public,
      signedPreKey: { id: signedPreKey.keyId, value: signedPreKey.keyPair.public, signature: signedPreKey.signature },
      preKey: { id, value: preKey.public },
    }
  }
}

function keyStore(keys: StoredKeys): SignalKeyStore {
  return {
    get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const stored = keys[type]
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      for (const id of ids) {
        const value = stored?.[id]
        if (value !== undefined) found[id] = value
      }
      return found
    },
    set(data: SignalDataSet) {
      for (const type of Object.keys(data) as (keyof SignalDataSet)[]) {
        const stored: { [id: string]: unknown } = (keys[type] ??= {})
        for (const [id, value] of Object.entries(data[type] ?? {})) {
          if (value === null) delete stored[id]
          else stored[id] = value
        }
      }
    },
  }
}
