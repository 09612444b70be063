// Which code lies in which file of the built app. Few files: each is a request at a first visit, and one more of the service worker's. What
// the login page needs comes alone; the desk's own screens come together, for they are opened all day.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** As much as is asked here of what rolldown knows. */
interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null
}

const source = join(import.meta.dirname, '../src')
const routes = join(source, 'routes')

/** Of the desk itself; what is away from it, forms too, is loaded when asked for. */
const isOfDesk = (route: string) => /^_desk(\/tickets\/(route|index|\$ticketId))?\.tsx$/.test(route)

/** The ids of their modules. */
export const deskScreens = () =>
  readdirSync(routes, { recursive: true, encoding: 'utf8' })
    .filter(isOfDesk)
    .map((route) => `${join(routes, route)}?tsr-split=component`)

/** All of `entries`, and all that they import. */
export function withImports(entries: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const found = new Set(entries)
  // A set goes on through what is added meanwhile.
  for (const id of found) for (const imported of importsOf(id)) found.add(imported)
  return found
}

/** Anew for each build. */
export function chunkGroups() {
  const groupOf = (name: string, entries: () => string[]) => {
    let found: Set<string> | undefined
    return (id: string, modules: Modules) => {
      found ??= withImports(entries(), (module) => modules.getModuleInfo(module)?.importedIds ?? [])
      return found.has(id) ? name : null
    }
  }
  return [
    { name: 'libraries', tags: ['$initial' as const], test: /[\\/]node_modules[\\/]/, priority: 4 },
    { name: 'start', tags: ['$initial' as const], priority: 3 },
    { name: groupOf('data', () => [join(source, 'sync/client.ts')]), priority: 2 },
    { name: groupOf('desk', deskScreens), priority: 1 },
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
