// The login as it stands in a first visit's page, in each language: rendered at the build (scripts/first-page.ts), so that somebody on a slow
// line sees it at once and can type. The app's own takes its place, with what was typed (typed-before.ts).
import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { renderToStaticMarkup } from 'react-dom/server'
import { languages, messagesOf } from '../../lib/app/i18n.ts'
import { Entrance } from './entrance.tsx'
import { LoginFields } from './login-fields.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** By language: what `<html lang>` says of it, and what stands in `#root`. */
export async function firstPages(): Promise<Record<string, { lang: string; html: string }>> {
  const pages = languages.map(async ({ value, lang }) => {
    const i18n = setupI18n({ locale: value, messages: { [value]: await messagesOf(value) } })
    const html = renderToStaticMarkup(
      <I18nProvider i18n={i18n}>
        <FirstPage />
      </I18nProvider>,
    )
    return [value, { lang, html }] as const
  })
  return Object.fromEntries(await Promise.all(pages))
}

function FirstPage() {
  return (
    <div data-first-page="" className="absolute inset-0 z-10 overflow-y-auto [.was-here_&]:hidden">
      <Entrance purpose={<Trans>Entre para atender seus clientes.</Trans>} footer={<p className="min-h-11" />}>
        {/* No form: the browser would begin to send it, which the page's policy forbids, and be busy with that. */}
        <div className="flex flex-col gap-4">
          <LoginFields email={{ autoFocus: true }} shown={false} onToggle={() => undefined} busy={false} />
        </div>
        <div className="contents [.no-passkeys_&]:hidden">
          <PasskeyButton />
        </div>
      </Entrance>
    </div>
  )
}
