import { expect, test } from 'vitest'
import { meanwhile } from './answered-meanwhile.ts'

const row = (id: string, userId: string | null, fromMe = true) => ({ id, fromMe, userId, userName: userId })
const mine = { userId: 'me', userName: 'Rafael' }
const begin = { messageId: 'b', holderId: 'me' }
const at = (rows: ReturnType<typeof row>[], holder = mine) => meanwhile(begin, { rows, holder, me: 'me' })

test('only what came after the draft was begun counts, and only of colleagues', () => {
  expect(at([row('a', 'ana'), row('b', null, false)])).toBeNull()
  expect(at([row('b', null, false), row('c', 'me'), row('d', null, false), row('e', null)])).toBeNull()
  expect(at([row('b', null, false), row('c', 'ana'), row('d', null, false)])).toEqual({ kind: 'answered', by: 'ana' })
})

test('a beginning that is no longer loaded is older than everything here', () => {
  expect(at([row('x', 'ana')])).toEqual({ kind: 'answered', by: 'ana' })
})

test('a ticket that changed hands is asked about', () => {
  expect(at([row('b', null, false)], { userId: 'ana', userName: 'Ana' })).toEqual({ kind: 'taken', by: 'Ana' })
  const before = meanwhile(
    { ...begin, holderId: 'ana' },
    { rows: [], holder: { userId: 'ana', userName: 'Ana' }, me: 'me' },
  )
  expect(before).toBeNull()
})
