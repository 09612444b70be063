// The form of a resource: a sheet at the side, on a phone the whole screen. A screen brings the fields and says what saving does.
// Invariant: it closes only when saving is durable on this device, or when its person gives the changes up.
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../ui/dialog.tsx'
import { toastError } from '../../lib/app/toast.ts'
import type { FormFields, FormOutput } from './check-fields.ts'
import type { FormState } from './use-form-state.ts'
import { LeavingQuestion } from './leaving-question.tsx'
import { useLeaving } from './use-leaving.ts'

interface ResourceFormProps<Fields extends FormFields> {
  title: string
  form: FormState<Fields>
  /** Resolves when it is durable. */
  onSave(output: FormOutput<Fields>): Promise<void>
  /** It has left the screen. */
  onClosed(): void
  /** The fields. */
  children: ReactNode
}

export function ResourceForm<Fields extends FormFields>(props: ResourceFormProps<Fields>) {
  const { title, form, onSave, onClosed, children } = props
  const leaving = useLeaving(form.dirty)
  const { formRef, onSubmit, onKeyDown } = useSubmit(form, onSave, leaving.close)
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
          <Button type="submit" variant="primary">
            <Trans>Salvar</Trans>
          </Button>
        </DialogFooter>
      </form>
      <LeavingQuestion leaving={leaving} />
    </Dialog>
  )
}

/** Enter, the button, and Ctrl/⌘-Enter from a text of several lines. What is wrong gets the focus. */
function useSubmit<Fields extends FormFields>(
  form: FormState<Fields>,
  onSave: (output: FormOutput<Fields>) => Promise<void>,
  onSaved: () => void,
) {
  const formRef = useRef<HTMLFormElement>(null)
  const saving = useRef(false)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals > 0) formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const submit = async () => {
    if (saving.current) return
    const output = form.check()
    if (output === null) return setRefusals((count) => count + 1)
    saving.current = true
    try {
      await onSave(output)
      onSaved()
    } catch (error) {
      toastError(error)
    } finally {
      saving.current = false
    }
  }
  return {
    formRef,
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
