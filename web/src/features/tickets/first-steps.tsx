// A company that has just been opened is led: to a number, to queues, to people, to a chatbot. It may be skipped, and is gone when it is done.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { allConnections } from 'db/connections/queries.ts'
import { allOptions, queueChoices } from 'db/queues/queries.ts'
import { allUsers } from 'db/users/queries.ts'
import { ChevronRight, CircleCheckBig, CircleDashed } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { useStored } from '../../lib/data/stored.ts'
import { useComplete, useQuery } from '../../sync/client.ts'
import { useSession } from '../../sync/session-client.ts'

interface Step {
  to: '/connections' | '/queues' | '/users'
  label: string
  help: string
  done: boolean
}

/** `otherwise` for everybody else: attendants, and companies that are at work. */
export function FirstSteps({ otherwise }: { otherwise: ReactNode }) {
  const user = useSession()?.user
  const [state, setState] = useStored<'new' | 'open' | 'skipped'>(`first-steps:${user?.companyId ?? ''}`, 'new')
  const connections = useQuery(allConnections()).rows
  const isKnown = useComplete(allConnections())
  const mayLead = user?.profile === 'admin' && isKnown && state !== 'skipped'
  const begins = mayLead && state === 'new' && connections.length === 0
  // Begun with nothing, it stays until it is done.
  useEffect(() => {
    if (begins) setState('open')
  }, [begins, setState])
  if (!mayLead || (!begins && state !== 'open')) return otherwise
  const isLinked = connections.some(({ status }) => status === 'CONNECTED')
  return <Steps isLinked={isLinked} otherwise={otherwise} onSkip={() => setState('skipped')} />
}

interface StepsProps {
  isLinked: boolean
  otherwise: ReactNode
  onSkip(): void
}

function Steps({ isLinked, otherwise, onSkip }: StepsProps) {
  const { t } = useLingui()
  const queues = useQuery(queueChoices()).rows.length
  const people = useQuery(allUsers()).rows.length
  const options = useQuery(allOptions()).rows.length
  const steps: Step[] = [
    {
      to: '/connections',
      label: t`Ligar um número de WhatsApp`,
      help: t`Com o celular na mão: é só ler um QR code.`,
      done: isLinked,
    },
    { to: '/queues', label: t`Dar nome a duas filas`, help: t`Vendas e Financeiro, por exemplo.`, done: queues >= 2 },
    { to: '/users', label: t`Convidar quem atende`, help: t`Cada pessoa com as suas filas.`, done: people >= 2 },
    {
      to: '/queues',
      label: t`Montar e testar o chatbot`,
      help: t`As opções de uma fila, com a conversa de teste ao lado.`,
      done: options > 0,
    },
  ]
  if (steps.every(({ done }) => done)) return otherwise
  return (
    <section
      aria-label={t`Primeiros passos`}
      className="mx-auto flex h-full max-w-md flex-col justify-center gap-4 p-4"
    >
      <header>
        <h2 className="text-lg font-semibold">
          <Trans>Boas-vindas ao Balcão</Trans>
        </h2>
        <p className="text-base text-muted">
          <Trans>Quatro passos, na ordem que quiser, e os clientes chegam aqui.</Trans>
        </p>
      </header>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {steps.map((step) => (
          <StepLine key={step.label} {...step} />
        ))}
      </ol>
      <Button className="self-start" onClick={onSkip}>
        <Trans>Pular</Trans>
      </Button>
    </section>
  )
}

function StepLine({ to, label, help, done }: Step) {
  const { t } = useLingui()
  const Mark = done ? CircleCheckBig : CircleDashed
  return (
    <li>
      <Link to={to} className="flex items-center gap-3 px-4 py-3 hover:bg-hover">
        <Mark aria-label={done ? t`Feito` : t`A fazer`} className={done ? 'size-5 text-good' : 'size-5 text-muted'} />
        <span className="min-w-0 flex-1">
          <span className="block text-base font-medium">{label}</span>
          <span className="block text-sm text-muted">{help}</span>
        </span>
        <ChevronRight className="size-4 text-muted" />
      </Link>
    </li>
  )
}
