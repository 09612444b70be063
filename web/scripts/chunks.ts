// Which code lies in which file of the built app. Few files: each is a request at a first visit, and one more of the service worker's. What
// the login page needs comes alone; the desk's own screens come together, for they are opened all day.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** As much as is asked here of what rolldown knows. */
interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null
}

const routes = join(import.meta.dirname, '../src/routes')

/** Of the desk itself; what is away from it, forms too, is loaded when asked for. */
const isOfDesk = (route: string) =>
  /^_desk(\/(tickets\/(route|index|\$ticketId)|(queues|users|settings)\/route))?\.tsx$/.test(route)

const isLogin = (route: string) => route === 'login.tsx'

/** Such screens, and all that they import. */
function modulesOf(modules: Modules, isWanted: (route: string) => boolean) {
  const found = new Set<string>()
  const open = readdirSync(routes, { recursive: true, encoding: 'utf8' })
    .filter(isWanted)
    .map((route) => `${join(routes, route)}?tsr-split=component`)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/** Anew for each build. */
export function chunkGroups() {
  let desk: Set<string> | undefined
  let login: Set<string> | undefined
  const isInDesk = (id: string, modules: Modules) => (desk ??= modulesOf(modules, isOfDesk)).has(id)
  const isInLogin = (id: string, modules: Modules) => (login ??= modulesOf(modules, isLogin)).has(id)
  return [
    { name: 'libraries', tags: ['$initial' as const], test: /[\\/]node_modules[\\/]/, priority: 3 },
    { name: 'start', tags: ['$initial' as const], priority: 2 },
    // Fields and buttons that both have: in the desk's file they would bring all of the desk to the login. Before it: what a group has
    // brings along what it imports.
    {
      name: (id: string, modules: Modules) => (isInDesk(id, modules) && isInLogin(id, modules) ? 'forms' : null),
      priority: 1.5,
    },
    { name: (id: string, modules: Modules) => (isInDesk(id, modules) ? 'desk' : null), priority: 1 },
    // The little that other screens have in common. Encoders stay apart: who records no voice note needs none.
    {
      name: 'shared',
      test: (id: string) => !id.includes('mediabunny'),
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 20_000,
    },
  ]
}
