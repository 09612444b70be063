import type { PlanFeature } from 'db/companies/features.ts'
import type { Profile, UserActor } from 'db/kit/actor.ts'
import { Star } from 'lucide-react'
import { expect, test, vi } from 'vitest'
import { mayOpen, screensFor, type Viewer } from './screens.ts'

// Words are compiled in by the app's build.
vi.mock('@lingui/core/macro', () => ({ msg: ([text = '']: readonly string[]) => ({ id: text }) }))

const viewer = (profile: Profile, features: readonly PlanFeature[] = [], isSuper = false): Viewer => ({
  actor: { profile, super: isSuper, kind: 'user', queueIds: [] } as Partial<UserActor> as UserActor,
  features: new Set(features),
})
const paths = (who: Viewer) => screensFor(who).map(({ to }) => to)

const work = ['/tickets', '/quick-messages', '/contacts', '/tags', '/todolist', '/helps']

test('an attendant has their work and themselves, an admin the administration too', () => {
  expect(paths(viewer('user'))).toEqual([...work, '/notifications'])
  expect(paths(viewer('supervisor'))).toEqual([...work, '/files', '/notifications'])
  const administration = ['/connections', '/queues', '/users', '/files', '/settings']
  expect(paths(viewer('admin'))).toEqual([...work, ...administration, '/notifications'])
})

test('being super adds to a profile and does not stand for another', () => {
  expect(paths(viewer('user', [], true))).not.toContain('/queues')
})

const kanban = { section: 'work', label: { id: 'Kanban' }, icon: Star, plan: 'useKanban' } as const
const announcements = { section: 'administration', label: { id: 'Informativos' }, icon: Star, super: true } as const

test('what is of a plan is there with the plan only, whoever looks', () => {
  expect(mayOpen(kanban, viewer('user', ['useKanban']))).toBe(true)
  expect(mayOpen(kanban, viewer('admin', ['useSchedules'], true))).toBe(false)
})

test('what is for super users is for no one else', () => {
  expect(mayOpen(announcements, viewer('user', [], true))).toBe(true)
  expect(mayOpen(announcements, viewer('admin'))).toBe(false)
})

test('conditions of one screen all count', () => {
  const screen = { ...kanban, permission: 'queues-page:edit' } as const
  expect(mayOpen(screen, viewer('admin', ['useKanban']))).toBe(true)
  expect(mayOpen(screen, viewer('admin'))).toBe(false)
  expect(mayOpen(screen, viewer('user', ['useKanban']))).toBe(false)
})
