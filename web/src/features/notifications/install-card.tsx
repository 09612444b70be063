import { Trans, useLingui } from '@lingui/react/macro'
import { Download, Share } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { isAppleTouch, useInstall, useInstalled } from '../../lib/app/install.ts'
import { Card } from './card.tsx'

/** Where there is nothing to install and nothing to say, there is no card. */
export function InstallCard() {
  const { t } = useLingui()
  const install = useInstall()
  const installed = useInstalled()
  if (installed || (!install && !isAppleTouch())) return null
  return (
    <Card title={t`Aplicativo`}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-56">
          <p className="text-base font-medium">
            <Trans>Balcão na tela inicial</Trans>
          </p>
          <p className="text-sm text-muted">
            {install ? (
              <Trans>Abre em janela própria e mostra no ícone quantas mensagens esperam por você.</Trans>
            ) : (
              <Trans>
                No Safari, toque em <Share aria-label={t`Compartilhar`} className="inline size-4 align-text-bottom" /> e
                depois em “Adicionar à Tela de Início”.
              </Trans>
            )}
          </p>
        </div>
        {install && (
          <Button onClick={install}>
            <Download aria-hidden />
            <Trans>Instalar o aplicativo</Trans>
          </Button>
        )}
      </div>
    </Card>
  )
}
