import { beforeEach, expect, test, vi } from 'vitest'
import { forgetPerson } from './kept.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.resetModules()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  }
  // Its keys are its own properties, as a browser's are.
  const keys = {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  }
  vi.stubGlobal('localStorage', new Proxy(storage, keys))
})

/** As a tab that was just opened has them. */
const open = () => import('./drafts.ts')
const day = (n: number) => new Date(Date.UTC(2026, 10, n))
const of = (userId: string) => [...kept].filter(([key]) => key.startsWith(`draft:${userId}:`) && !key.endsWith(':seen'))

test('what somebody wrote is back when they are, and nobody else sees it', async () => {
  const drafts = await open()
  drafts.showDraftsOf('ana', day(1))
  drafts.returnToDraft('ticket', 'Seu pedido sai às')
  drafts.writeReplyDraft('ticket', 'message')
  drafts.showDraftsOf('bia', day(2))
  drafts.returnToDraft('ticket', 'Bom dia')
  expect(of('bia')).toEqual([['draft:bia:ticket', 'Bom dia']])
  drafts.showDraftsOf('ana', day(3))
  drafts.returnToDraft('ticket', 'Olá!')
  expect(kept.get('draft:ana:ticket')).toBe('Olá!\nSeu pedido sai às')
  expect(kept.get('draft:ana:ticket:reply')).toBe('message')
})

test('who leaves by themselves leaves nothing, others keep theirs', async () => {
  const drafts = await open()
  drafts.showDraftsOf('ana', day(1))
  drafts.returnToDraft('ticket', 'Oi')
  drafts.showDraftsOf('bia', day(1))
  drafts.returnToDraft('ticket', 'Bom dia')
  forgetPerson(['bia'])
  expect(of('bia')).toEqual([])
  expect(of('ana')).toHaveLength(1)
})

test('who has not been here for a month has none here any more', async () => {
  const drafts = await open()
  drafts.showDraftsOf('ana', day(1))
  drafts.returnToDraft('ticket', 'Oi')
  drafts.showDraftsOf('bia', day(30))
  expect(of('ana')).toHaveLength(1)
  drafts.showDraftsOf('caio', day(32))
  expect(of('ana')).toEqual([])
})

test('a draft of an older app is theirs who work here', async () => {
  kept.set('draft:ticket', 'Oi')
  kept.set('draft:ticket:begun', '{"messageId":"","holderId":null}')
  const drafts = await open()
  drafts.showDraftsOf('ana', day(1))
  expect(Object.fromEntries(of('ana'))).toEqual({
    'draft:ana:ticket': 'Oi',
    'draft:ana:ticket:begun': '{"messageId":"","holderId":null}',
  })
  expect(kept.has('draft:ticket')).toBe(false)
  expect(drafts.readDraftBegin('ticket')).toEqual({ messageId: '', holderId: null })
})
