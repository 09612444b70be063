import type { PlanFeature } from 'db/companies/features.ts'
import { profiles, type Profile, type UserActor } from 'db/kit/actor.ts'
import { screenRoles } from 'db/node/testing/test-roles.ts'
import { Star } from 'lucide-react'
import { expect, test } from 'vitest'
import { mayOpen, screensFor, type Viewer } from './screens.ts'

// Words are compiled in by the app's build.
const viewer = (profile: Profile, features: readonly PlanFeature[] = [], isSuper = false): Viewer => ({
  actor: { profile, super: isSuper, kind: 'user', queueIds: [] } as Partial<UserActor> as UserActor,
  features: new Set(features),
})
const paths = (who: Viewer) => screensFor(who).map(({ to }) => to)

test.each(profiles)('a %s has the screens that the table of roles gives them, each once', (profile) => {
  const given = Object.entries(screenRoles).filter(([, access]) => access[profile] !== 'none')
  const features = [
    'useSchedules',
    'useCampaigns',
    'useKanban',
    'useInternalChat',
    'useOpenAi',
    'useIntegrations',
    'useExternalApi',
  ] as const
  expect(paths(viewer(profile, features)).toSorted()).toEqual(given.map(([path]) => path).toSorted())
})

test('what an attendant reads of the administration stands with their work: they have no other heading', () => {
  const sections = (profile: Profile) => new Set(screensFor(viewer(profile)).map(({ section }) => section))
  expect([...sections('user')]).toEqual(['work', 'own'])
  expect([...sections('supervisor')]).toEqual(['work', 'management', 'administration', 'own'])
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

test('who can do nothing but pay has the bills only', () => {
  expect(paths({ ...viewer('admin'), confined: true })).toEqual(['/financeiro', '/subscription'])
})

test('what is for super users is for no one else', () => {
  expect(mayOpen(announcements, viewer('user', [], true))).toBe(true)
  expect(mayOpen(announcements, viewer('admin'))).toBe(false)
})

test('conditions of one screen all count', () => {
  const screen = { ...kanban, permission: 'connections-page:actionButtons' } as const
  expect(mayOpen(screen, viewer('admin', ['useKanban']))).toBe(true)
  expect(mayOpen(screen, viewer('admin'))).toBe(false)
  expect(mayOpen(screen, viewer('user', ['useKanban']))).toBe(false)
})
