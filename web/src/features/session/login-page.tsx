import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { clearChosenFiles } from '../../desk/chosen-files.ts'
import { clearDrafts } from '../../lib/data/stored.ts'
import { useSessionEnd, useSyncStatus } from '../../sync/client.ts'
import { codeMessage } from '../../lib/text/error-message.ts'
import { LoginForm } from './login-form.tsx'
import { Notice } from '../../components/ui/notice.tsx'

interface LoginPageProps {
  onDone(): void
}

export function LoginPage({ onDone }: LoginPageProps) {
  useEffect(() => {
    clearDrafts()
    clearChosenFiles()
  }, [])
  const ended = useSessionEnd()
  const { network } = useSyncStatus()
  return (
    <main className="flex min-h-full items-center justify-center bg-canvas p-4">
      <div className="w-full max-w-90">
        <header className="mb-6 flex flex-col items-center text-center">
          <img src="/icons/icon.svg" alt="" className="mb-4 size-12" />
          <h1 className="text-xl font-semibold">Balcão</h1>
          <p className="text-base text-muted">
            <Trans>Entre para atender seus clientes.</Trans>
          </p>
        </header>
        <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-6">
          {ended && <Notice tone="warning">{codeMessage(ended)}</Notice>}
          {network === 'offline' && (
            <Notice tone="neutral">
              <Trans>Você está sem internet. Para entrar é preciso estar conectado.</Trans>
            </Notice>
          )}
          <LoginForm onDone={onDone} />
        </div>
      </div>
    </main>
  )
}
