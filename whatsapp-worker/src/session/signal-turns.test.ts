import type { SignalRepositoryWithLIDStore } from '@whiskeysockets/baileys'
import { AsyncLocalStorage } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { takeTurns } from './signal-turns.ts'

const context = new AsyncLocalStorage<string>()

/** Notes who was at work when, and in whose context. */
function repository(name: string, log: string[]) {
  const decryptMessage = async ({ jid }: { jid: string }) => {
    log.push(`${name} ${jid} begins in ${context.getStore()}`)
    await Promise.resolve()
    log.push(`${name} ${jid} ends`)
    return new Uint8Array()
  }
  const lidMapping = { getLIDForPN: async (pn: string) => (pn === '55@s.whatsapp.net' ? '1@lid' : null) }
  return takeTurns({ decryptMessage, lidMapping } as unknown as SignalRepositoryWithLIDStore)
}

const decrypt = (name: string, log: string[], jid: string) =>
  context.run(name, () => repository(name, log).decryptMessage({ jid, type: 'msg', ciphertext: new Uint8Array() }))

test('work with one person is done one after the other over all connections, each in its own context', async () => {
  const log: string[] = []
  await Promise.all([decrypt('first', log, '1@lid'), decrypt('second', log, '1:3@lid')])
  expect(log).toEqual([
    'first 1@lid begins in first',
    'first 1@lid ends',
    'second 1:3@lid begins in second',
    'second 1:3@lid ends',
  ])
})

test('a person is the same by number and by LID', async () => {
  const log: string[] = []
  await Promise.all([decrypt('first', log, '55@s.whatsapp.net'), decrypt('second', log, '1@lid')])
  expect(log.filter((line) => line.startsWith('first'))).toHaveLength(2)
  for (const [name, jid] of [
    ['first', '55@s.whatsapp.net'],
    ['second', '1@lid'],
  ])
    expect(log.indexOf(`${name} ${jid} ends`)).toBe(log.indexOf(`${name} ${jid} begins in ${name}`) + 1)
})

test('a turn is outside of whatever transaction asks for it', async () => {
  const log: string[] = []
  const made = context.run('outside', () => repository('first', log))
  await context.run('a transaction', () =>
    made.decryptMessage({ jid: '1@lid', type: 'msg', ciphertext: new Uint8Array() }),
  )
  expect(log[0]).toBe('first 1@lid begins in outside')
})

test('other people do not wait, and a failure holds nobody up', async () => {
  const log: string[] = []
  const failing = takeTurns({
    decryptMessage: () => Promise.reject(new Error('corrupt')),
  } as unknown as SignalRepositoryWithLIDStore)
  const failed = failing.decryptMessage({ jid: '1@lid', type: 'msg', ciphertext: new Uint8Array() })
  await expect(failed).rejects.toThrow('corrupt')
  await Promise.all([decrypt('first', log, '1@lid'), decrypt('second', log, '2@lid')])
  expect(log.slice(0, 2)).toEqual(['first 1@lid begins in first', 'second 2@lid begins in second'])
})
