import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetPerson, keepAgain, kept, type KeptKey } from './kept.ts'

const stored: Record<string, string> = {}
beforeEach(() => {
  for (const key of Object.keys(stored)) delete stored[key]
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void (stored[key] = value),
    removeItem: (key: string) => void delete stored[key],
  }
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(stored, name, { value, configurable: true })
  vi.stubGlobal('localStorage', stored)
  keepAgain()
})
afterEach(() => {
  keepAgain()
  vi.unstubAllGlobals()
})

const ofDevice: KeptKey[] = ['theme', 'language', 'volume', 'columns:contacts', 'sign-messages']
const waiting: KeptKey[] = ['todolist:ana', 'notify:ana']
const ofOther: KeptKey[] = ['draft:bia:ticket', 'appending:tab:entry:bia', 'queue-filter:bia', 'first-steps:padaria']
const ofAna: KeptKey[] = [
  'draft:ana:ticket',
  'draft:ana:ticket:reply',
  'draft:ana:seen',
  'appending:tab:entry:ana',
  'everyone:ana',
  'waiting-order:ana',
  'kanban-people:ana',
  'queue-filter:ana',
  'first-steps:aurora',
]
const ofSession: KeptKey[] = ['presence:used', 'presence:seen', 'presence:told', 'last-page /tickets']

test('who logs out leaves what is the device’s, what waits for them, and what others wrote', () => {
  for (const key of [...ofDevice, ...waiting, ...ofOther, ...ofAna, ...ofSession]) kept.set(key, 'x')
  localStorage.setItem('of-an-older-version', 'Ana')
  forgetPerson(['ana', 'aurora'])
  expect(Object.keys(stored).toSorted()).toEqual([...ofDevice, ...waiting, ...ofOther, 'was-here'].toSorted())
})

test('a screen that is still there writes nothing any more of who left, until somebody works here', () => {
  forgetPerson(['ana', 'aurora'])
  for (const key of [...ofAna, ...ofSession]) kept.set(key, 'x')
  kept.set('theme', 'dark')
  expect(Object.keys(stored)).toEqual(['theme'])
  keepAgain()
  kept.set('presence:seen', '1')
  expect(stored['presence:seen']).toBe('1')
})

test('where nobody was a page is that of a first visit', () => {
  forgetPerson([])
  expect(Object.keys(stored)).toEqual([])
})
