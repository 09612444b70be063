import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { PlanChoice, type PlanOption } from '../../../components/plan-choice.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { DialogBody, DialogFooter } from '../../../components/ui/dialog.tsx'
import type { Plan } from '../../../desk/billing/plans.ts'
import { useAnswered } from '../../../desk/server/use-online.ts'
import type { Invoice, Profile } from '../answers.ts'
import { toOption } from '../plan-option.ts'
import { PayerStep, usePayerForm } from './payer-step.tsx'
import { PixView } from './pix-view.tsx'
import { ReviewStep } from './review-step.tsx'
import { StepLine } from './step-line.tsx'
import { useCharge, type Order } from './use-charge.ts'

interface StepsProps {
  invoice: Invoice
  profile: Profile
  offered: readonly Plan[]
}

const lastStep = 2

export function Steps({ invoice, profile, offered }: StepsProps) {
  const { t } = useLingui()
  const [step, setStep] = useState(0)
  const form = usePayerForm(profile)
  const plans = planOptions(profile, offered)
  const [planId, setPlanId] = useState(profile.planId)
  const plan = plans.find(({ id }) => id === planId) ?? null
  const { charge, busy, problem, pay, forgetProblem } = useCharge()
  const answered = useAnswered()

  const order: Order | null = plan && { invoiceId: invoice.id, plan: plan.id, ...form.values }
  if (charge && order) return <PixView charge={charge} onRenew={() => void pay(order)} />
  const goBack = () => {
    forgetProblem()
    setStep(step - 1)
  }
  const goOn = () => {
    if (step === 0 && form.check() === null) return false
    if (step < lastStep) setStep(step + 1)
    else if (order) void pay(order)
    return true
  }
  return (
    <StepForm step={step} onNext={goOn}>
      <DialogBody className="flex flex-col gap-4">
        <StepLine labels={[t`Dados`, t`Personalizar`, t`Revisar`]} current={step} />
        {step === 0 && <PayerStep form={form} />}
        {step === 1 && <PlanChoice label={t`Plano`} plans={plans} value={planId} error={null} onChange={setPlanId} />}
        {step === lastStep && plan && (
          <ReviewStep invoice={invoice} plan={plan} payer={form.values} problem={problem} />
        )}
      </DialogBody>
      <DialogFooter>
        {step > 0 && (
          <Button size="lg" disabled={busy} onClick={goBack} className="uppercase">
            <Trans>Voltar</Trans>
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          disabled={busy || !plan || (step === lastStep && !answered)}
          className="uppercase"
        >
          {step === lastStep ? <Trans>Pagar</Trans> : <Trans>Próximo</Trans>}
        </Button>
      </DialogFooter>
    </StepForm>
  )
}

/** The own plan first, also when nobody else may have it any more. What costs nothing is not paid for: the operator gives it. */
function planOptions(profile: Profile, offered: readonly Plan[]): readonly PlanOption[] {
  const others = offered
    .filter(({ id, value }) => id !== profile.planId && value > 0)
    .map((plan) => toOption(plan, false))
  return [toOption(profile.plan, true), ...others]
}

interface StepFormProps {
  step: number
  /** False: something is wrong, and gets the focus. */
  onNext(): boolean
  children: ReactNode
}

/** Each step begins where it is read from. */
function StepForm({ step, onNext, children }: StepFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) element.current?.querySelector<HTMLElement>('[aria-current="step"]')?.focus()
    shown.current = step
  }, [step])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (onNext()) return
    requestAnimationFrame(() => element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <form ref={element} noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      {children}
    </form>
  )
}
