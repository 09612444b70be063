import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useAnswered } from './use-online.ts'
import type { ServerData } from './use-server-data.ts'
import { formatTime } from '../../lib/text/date-time.ts'
import { errorMessage } from '../../lib/text/error-message.ts'

interface ServerNoteProps extends Omit<ServerData<unknown>, 'data'> {
  /** In place of what the error says. */
  failed?: string
}

/** Above what only the server knows: of when it is, and why there is nothing newer. */
export function ServerNote({ at, error, reload, failed }: ServerNoteProps) {
  const { t } = useLingui()
  const answered = useAnswered()
  if (!answered) {
    return (
      <Notice>
        {at ? t`Sem conexão: como estava às ${formatTime(at)}.` : t`Sem conexão: quem sabe disto é o servidor.`}
      </Notice>
    )
  }
  if (error === null) return null
  return (
    <Notice tone="danger">
      {failed ?? errorMessage(error)}{' '}
      <Button size="sm" onClick={reload}>
        <Trans>Tentar de novo</Trans>
      </Button>
    </Notice>
  )
}
