import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'

/** In development only: the built app has neither the page nor what it shows. */
const page = import.meta.env.DEV
  ? { component: lazyRouteComponent(() => import('../dev/components-page.tsx'), 'ComponentsPage') }
  : {}

export const Route = createFileRoute('/dev/components')({
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  ...page,
})
