// The form of a resource: a sheet at the side, on a phone the whole screen. A screen brings the fields and says what saving does.
// Invariant: it closes only when saving is durable on this device, or when its person gives the changes up.
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { toastError } from '../../lib/app/toast.ts'
import { refusedFields } from '../../lib/text/error-message.ts'
import type { FormFields, FormOutput } from './check-fields.ts'
import type { FormState } from './use-form-state.ts'
import { LeavingQuestion } from './leaving-question.tsx'
import { useLeaving } from './use-leaving.ts'

interface ResourceFormProps<Fields extends FormFields> {
  title: string
  form: FormState<Fields>
  /** Resolves when it is durable. Rejects with why it is not: what the server says of a field is shown there. */
  onSave(output: FormOutput<Fields>): Promise<void>
  /** In place of "Salvar". */
  action?: ReactNode
  /** It can't be saved now. */
  disabled?: boolean
  /** Says that it was not saved; without, why. */
  onFailed?(error: unknown): void
  /** It has left the screen. */
  onClosed(): void
  /** The fields. */
  children: ReactNode
}

export function ResourceForm<Fields extends FormFields>(props: ResourceFormProps<Fields>) {
  const { title, form, action, disabled = false, onClosed, children } = props
  const leaving = useLeaving(form.dirty)
  const { formRef, busy, onSubmit, onKeyDown } = useSubmit(props, leaving.close)
  return (
    <Dialog
      open={leaving.open}
      onOpenChange={(open) => !open && leaving.leave()}
      onClosed={onClosed}
      placement="right"
      title={title}
      className="sm:w-md"
    >
      <form ref={formRef} noValidate onSubmit={onSubmit} onKeyDown={onKeyDown} className="flex min-h-0 flex-1 flex-col">
        <DialogBody className="flex flex-col gap-4">{children}</DialogBody>
        <DialogFooter>
          <Button onClick={leaving.leave}>
            <Trans>Cancelar</Trans>
          </Button>
          <Button type="submit" variant="primary" disabled={disabled} aria-busy={busy}>
            {action ?? <Trans>Salvar</Trans>}
          </Button>
        </DialogFooter>
      </form>
      <LeavingQuestion leaving={leaving} />
    </Dialog>
  )
}

/** Enter, the button, and Ctrl/⌘-Enter from a text of several lines. What is wrong gets the focus. */
function useSubmit<Fields extends FormFields>(props: ResourceFormProps<Fields>, onSaved: () => void) {
  const { form, onSave, disabled, onFailed = toastError } = props
  const formRef = useRef<HTMLFormElement>(null)
  const saving = useRef(false)
  const [busy, setBusy] = useState(false)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const submit = async () => {
    if (saving.current || disabled) return
    const output = form.check()
    if (output === null) return setRefusals((count) => count + 1)
    saving.current = true
    setBusy(true)
    try {
      await onSave(output)
      onSaved()
    } catch (error) {
      if (form.refuse(refusedFields(error))) setRefusals((count) => count + 1)
      onFailed(error)
    } finally {
      saving.current = false
      setBusy(false)
    }
  }
  return {
    formRef,
    busy,
    onSubmit(event: SubmitEvent) {
      event.preventDefault()
      void submit()
    },
    onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      void submit()
    },
  }
}
