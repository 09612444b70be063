import { useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { dropChosenFiles } from '../../desk/files/chosen-files.ts'
import { toastError } from '../../lib/app/toast.ts'
import { useOutbox } from '../../sync/client.ts'
import { logout } from '../../sync/session-client.ts'

/** Asks before it throws away what the server has not got. */
export function useLogout(): { ask: () => void; dialog: ReactNode } {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const ask = async () => {
    try {
      if ((await leave()) === 'outbox-not-empty') setAsking(true)
    } catch (error) {
      toastError(error)
    }
  }
  const dialog = (
    <ConfirmDialog
      open={asking}
      onOpenChange={setAsking}
      title={t`Sair sem enviar?`}
      description={<Unsent />}
      confirm={t`Sair e descartar`}
      onConfirm={() => void leave({ discardOutbox: true }).catch(toastError)}
    />
  )
  return { ask: () => void ask(), dialog }
}

/** The files that somebody chose go with them, as their drafts and what waits do. */
async function leave(options?: Parameters<typeof logout>[0]) {
  const result = await logout(options)
  if (result === 'done') dropChosenFiles()
  return result
}

/** Counted while somebody is asked. */
function Unsent() {
  const unsent = useOutbox().length
  return plural(unsent, {
    one: '# ação ainda não chegou ao servidor e será descartada.',
    other: '# ações ainda não chegaram ao servidor e serão descartadas.',
  })
}
