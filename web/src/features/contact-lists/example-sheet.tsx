import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { buttonVariants } from '../../components/ui/button.tsx'

/** A spreadsheet as an import takes it; a part of the app, so that it is there without network. */
export function ExampleSheet() {
  return (
    <a href="/exemplo-contatos.xlsx" download className={buttonVariants()}>
      <Download aria-hidden /> <Trans>Planilha de exemplo</Trans>
    </a>
  )
}
