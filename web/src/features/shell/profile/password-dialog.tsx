import { Trans, useLingui } from '@lingui/react/macro'
import { AppError } from 'db/kit/errors.ts'
import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog, DialogFooter } from '../../../components/ui/dialog.tsx'
import { Field } from '../../../components/ui/field.tsx'
import { errorMessage, refusedFields } from '../../../lib/text/error-message.ts'

interface PasswordDialogProps {
  title: string
  /** The verb of what follows. */
  confirm: string
  /** @throws what the server refuses */
  run(password: string): Promise<void>
  onClosed(): void
}

/** The password once more: who sits down at an open desk does not have it. */
export function PasswordDialog({ title, confirm, run, onClosed }: PasswordDialogProps) {
  const { t } = useLingui()
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const go = async () => {
    if (password === '') return
    setBusy(true)
    setProblem(null)
    try {
      await run(password)
      onClosed()
    } catch (error) {
      setProblem(wordsOf(error, t`Senha atual incorreta.`))
      setBusy(false)
    }
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClosed()} title={title}>
      <div className="px-4">
        <Field
          label={t`Sua senha`}
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          error={problem}
          onChange={(event) => setPassword(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && void go()}
        />
      </div>
      <DialogFooter>
        <Button onClick={onClosed}>
          <Trans>Cancelar</Trans>
        </Button>
        <Button variant="primary" disabled={busy || password === ''} onClick={() => void go()}>
          {confirm}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function wordsOf(error: unknown, wrongPassword: string): string {
  if ('password' in refusedFields(error)) return wrongPassword
  return error instanceof Error && !(error instanceof AppError) && error.name === 'Error'
    ? error.message
    : errorMessage(error)
}
