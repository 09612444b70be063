import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, Download } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { toastDone, toastError } from '../../lib/app/toast.ts'
import { saveBlob } from '../../lib/media/save-blob.ts'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** They are kept somewhere. */
  onKept(): void
}

/** Shown once: the way in for who lost their phone. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useLingui()
  const text = `${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toastDone(t`Copiado.`)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <section aria-label={t`Códigos de recuperação`} className="flex flex-col gap-4">
      <h2 className="text-base font-semibold">
        <Trans>Códigos de recuperação</Trans>
      </h2>
      <Notice tone="warning">
        <Trans>Guarde-os agora: não serão mostrados de novo. Cada um abre uma vez, se você perder o celular.</Trans>
      </Notice>
      <ul className="grid grid-cols-1 gap-1 rounded-md bg-hover p-3 font-mono text-sm tabular">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden /> <Trans>Copiar</Trans>
        </Button>
        <Button onClick={() => saveBlob(t`codigos-de-recuperacao.txt`, new Blob([text], { type: 'text/plain' }))}>
          <Download aria-hidden /> <Trans>Baixar</Trans>
        </Button>
      </div>
      <Button variant="primary" size="lg" onClick={onKept}>
        <Trans>Guardei os códigos</Trans>
      </Button>
    </section>
  )
}
