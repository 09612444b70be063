import { useEffectEvent, useLayoutEffect, useRef, useState, type SubmitEvent } from 'react'
import * as v from 'valibot'
import { useFormState } from '../../components/resource-form/use-form-state.ts'
import { Notice } from '../../components/ui/notice.tsx'
import { errorMessage } from '../../lib/text/error-message.ts'
import { askedStep, type AskedStep } from './asked-step.ts'
import { focusFirstInvalid } from './focus-first-invalid.ts'
import { LoginFields } from './login-fields.tsx'
import { isFirstPage, typedBefore } from './typed-before.ts'
import { login } from '../../sync/session-client.ts'

const fields = { email: v.pipe(v.string(), v.trim(), v.email()), password: v.pipe(v.string(), v.nonEmpty()) }

interface LoginFormProps {
  /** What is filled in already. */
  email: string
  /** An attempt begins. */
  onEntering(): void
  onDone(): void
  /** The password was right, and there is more to show. */
  onAsked(step: AskedStep): void
}

export function LoginForm({ email, onEntering, onDone, onAsked }: LoginFormProps) {
  const form = useFormState({ fields, initial: { email, password: '' }, checked: false })
  // The cursor stays where it is until this form is there.
  const [takesPlace] = useState(isFirstPage)
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const formRef = useRef<HTMLFormElement>(null)
  const takePlace = useEffectEvent(() => {
    const typed = typedBefore()
    if (!typed) return
    form.restart({ email: typed.email, password: typed.password })
    formRef.current?.querySelector<HTMLInputElement>(`input[name=${typed.field}]`)?.focus()
    // As soon as what was typed is the form's.
    if (typed.isEntered) setTimeout(() => formRef.current?.requestSubmit())
  })
  useLayoutEffect(() => takePlace(), [])

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const output = form.check()
    if (output === null) return focusFirstInvalid(event.currentTarget)
    setBusy(true)
    setRefusal(undefined)
    onEntering()
    try {
      await login(output.email, output.password, { asksFirst: true })
      onDone()
    } catch (error) {
      const asked = askedStep(error)
      if (asked) return onAsked(asked)
      setRefusal(errorMessage(error))
      setBusy(false)
    }
  }

  return (
    <form ref={formRef} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <LoginFields
        email={{ ...form.field('email'), autoFocus: !takesPlace && email === '' }}
        password={{ ...form.field('password'), autoFocus: !takesPlace && email !== '' }}
        shown={shown}
        onToggle={() => setShown(!shown)}
        busy={busy}
      >
        {refusal !== undefined && <Notice tone="danger">{refusal}</Notice>}
      </LoginFields>
    </form>
  )
}
