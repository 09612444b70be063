import '@fontsource-variable/inter'
import './styles.css'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { InPlaceOfFirstPage } from './features/session/in-place-of-first-page.tsx'
import { isFirstPage } from './features/session/typed-before.ts'
import { ErrorPage } from './features/shell/error-page.tsx'
import { InPlaceOfLastPage } from './features/shell/in-place-of-last-page.tsx'
import { closePopupsOnBack } from './lib/app/back.ts'
import { activateLanguage, preferredLanguage } from './lib/app/i18n.ts'
import { isLastPageShown } from './lib/app/last-page.ts'
import { loadScreenCode } from './lib/app/screen-code.ts'
import { ignoreUnsettledClicks } from './lib/settled-clicks.ts'
import { onOpenRequest } from './notifications/open-request.ts'
import { routeTree } from './routeTree.gen.ts'
import { startSync } from './sync/session-client.ts'

const router = createRouter({
  routeTree,
  defaultPreload: false,
  defaultPreloadStaleTime: 0,
  scrollRestoration: false,
  defaultErrorComponent: ErrorPage,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** ms */
const longestPicture = 5000

loadScreenCode(router, location.pathname)

onOpenRequest(({ kind, id, noteId }) => {
  if (kind === 'chat') void router.navigate({ to: '/chats/$chatId', params: { chatId: id } })
  else void router.navigate({ to: '/tickets/$ticketId', params: { ticketId: id }, search: { note: noteId } })
})

ignoreUnsettledClicks()
closePopupsOnBack(router.history)

// A language that does not load keeps nobody out: Portuguese is in the code.
await activateLanguage(preferredLanguage()).catch(() => activateLanguage('pt'))
// Not waited for: the code of screens waits for this file.
void show()
// The first paint comes before the database.
setTimeout(startSync)

async function show() {
  const root = document.querySelector('#root')
  if (!root) throw new Error('index.html has #root')
  const app = createRoot(root)
  const screen = <RouterProvider router={router} />
  if (isLastPageShown()) {
    // It is a picture: nobody is to look at it for long, whatever keeps the screen from coming.
    await Promise.race([router.load(), new Promise((resolve) => setTimeout(resolve, longestPicture))])
    return app.render(
      <InPlaceOfLastPage onClicked={(address) => router.history.push(address)}>{screen}</InPlaceOfLastPage>,
    )
  }
  if (!isFirstPage()) return app.render(screen)
  // What a first visit's page has stays until the screen that takes its place is there, and can be typed into until then.
  await router.load()
  startTransition(() => app.render(<InPlaceOfFirstPage>{screen}</InPlaceOfFirstPage>))
}
