import { expect, test } from 'vitest'
import { profiles, type UserActor } from '../kit/actor.ts'
import { countsAsSuper, mayTouch } from './rules.ts'

test('the super flag counts on an admin of the operator’s company only', () => {
  const counting = profiles.flatMap((profile) =>
    [true, false].flatMap((operator) =>
      [true, false]
        .filter((flag) => countsAsSuper({ super: flag, profile }, { operator }))
        .map(() => [profile, operator]),
    ),
  )
  expect(counting).toEqual([['admin', true]])
})

test('a super user is touched by super users only', () => {
  const actor = (isSuper: boolean) => ({ kind: 'user', profile: 'admin', super: isSuper }) as unknown as UserActor
  expect(mayTouch(actor(false), { super: true })).toBe(false)
  expect(mayTouch(actor(true), { super: true })).toBe(true)
  expect(mayTouch(actor(false), { super: false })).toBe(true)
  expect(mayTouch({ kind: 'system', companyId: 'c' }, { super: true })).toBe(false)
})
