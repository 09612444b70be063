// The code of screens lies in files of its own. It is loaded as soon as it is known which screen will be shown, not only after everything that
// the router asks first.
import type { AnyRouter } from '@tanstack/react-router'

/** What cannot be loaded now is asked for again, and told, by whoever opens the screen. */
export function loadScreenCode(router: AnyRouter, path: string): void {
  for (const { routeId } of router.matchRoutes(path, {})) {
    const route = router.routesById[routeId]
    router.loadRouteChunk(route)?.catch(() => undefined)
  }
}

/** Fetches what whoever logs in needs next, and runs none of it (web/scripts/desk-scripts.ts). */
export function fetchDeskScripts(): void {
  const files = document.querySelector<HTMLMetaElement>('meta[name=desk-scripts]')?.content.split(' ') ?? []
  const link = (href: string) => Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'script', href })
  document.head.append(...files.map(link))
}
