import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRootRoute, Outlet, useParams } from '@tanstack/react-router'
import { ThemeProvider } from 'next-themes'
import type { ReactNode } from 'react'
import { Toaster } from '../components/ui/toaster.tsx'
import { useSessionNotifications } from '../features/notifications/use-session-notifications.ts'
import { ErrorPage } from '../features/shell/error-page.tsx'
import { NotFoundPage } from '../features/shell/not-found-page.tsx'
import { useUpdateOffer } from '../features/shell/use-update-offer.ts'
import { phone, useMedia } from '../lib/media/use-media.ts'

export const Route = createRootRoute({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: (props) => (
    <Providers>
      <main className="relative h-full">
        <ErrorPage {...props} />
      </main>
    </Providers>
  ),
})

function Root() {
  useUpdateOffer()
  useSessionNotifications()
  const inConversation = useParams({ strict: false, select: ({ ticketId }) => ticketId !== undefined })
  const onPhone = useMedia(phone)
  return (
    <Providers>
      <Outlet />
      <Toaster atTop={inConversation && onPhone} />
    </Providers>
  )
}

function Providers({ children }: { children: ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      <ThemeProvider attribute="class" disableTransitionOnChange>
        {children}
      </ThemeProvider>
    </I18nProvider>
  )
}
