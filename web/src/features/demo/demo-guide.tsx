// The demo's guide, a line above every screen: the next step with its action, and all of them below it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check, ChevronDown, Circle, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button, buttonVariants } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import { demoSteps, useDemoGuide, writeDemoGuide, type DemoGuide, type DemoStep } from '../../lib/data/demo-guide.ts'
import { useDemoProgress } from './use-demo-progress.ts'

export function DemoGuideLine() {
  const guide = useDemoGuide()
  return guide && <Line guide={guide} />
}

function Line({ guide }: { guide: DemoGuide }) {
  const { t } = useLingui()
  const [listed, setListed] = useState(false)
  const [phonesOpenedAt, setPhonesOpenedAt] = useState<string | null>(null)
  useDemoProgress(guide, phonesOpenedAt)
  const words = useStepWords()
  const next = demoSteps.find((step) => !guide.done.includes(step))
  const [count, all] = [guide.done.length, demoSteps.length]
  const onPhones = () => setPhonesOpenedAt((before) => before ?? new Date().toISOString())
  return (
    <section
      aria-label={t`Guia da demonstração`}
      className="flex shrink-0 items-center gap-2 border-b border-line bg-accent-soft px-2 py-1 text-sm sm:px-4"
    >
      <Popover
        open={listed}
        onOpenChange={setListed}
        side="bottom"
        label={t`Passos da demonstração`}
        trigger={
          <Button size="sm" variant="ghost">
            <span className="sr-only">{t`Passos da demonstração:`}</span>
            {count}/{all}
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <Steps done={guide.done} words={words} />
      </Popover>
      <p role="status" className="min-w-0 flex-1 truncate">
        {next ? (
          <strong className="font-medium">{words[next].title}</strong>
        ) : (
          <Trans>Pronto: você viu como funciona.</Trans>
        )}
        {next && <span className="ml-2 hidden text-muted lg:inline">{words[next].hint}</span>}
      </p>
      <a
        href={`${guide.phones}/#5511911110001/5511900000001`}
        target="balcao-phones"
        rel="noreferrer"
        onClick={onPhones}
        className={buttonVariants({ size: 'sm', variant: next === 'answer' ? 'ghost' : 'secondary' })}
      >
        <Trans>Celulares</Trans>
      </a>
      <IconButton label={t`Fechar o guia`} size="sm" onClick={() => writeDemoGuide(null)}>
        <X aria-hidden />
      </IconButton>
    </section>
  )
}

function Steps({ done, words }: { done: readonly DemoStep[]; words: Record<DemoStep, Words> }) {
  return (
    <ol className="flex w-80 max-w-[calc(100vw-1rem)] flex-col gap-3 p-4">
      {demoSteps.map((step) => (
        <Step key={step} done={done.includes(step)} {...words[step]} />
      ))}
      <li className="border-t border-line pt-3 text-sm text-muted">
        <Trans>
          Quer ligar outro número? Em{' '}
          <Link to="/connections" className="text-link underline">
            Conexões
          </Link>
          , crie uma conexão e leia o QR code com um dos celulares.
        </Trans>
      </li>
    </ol>
  )
}

interface Words {
  title: string
  hint: string
}

function useStepWords(): Record<DemoStep, Words> {
  const { t } = useLingui()
  return {
    answer: { title: t`Responda a um cliente`, hint: t`Aceite quem está em Aguardando e escreva.` },
    customer: { title: t`Seja o cliente`, hint: t`Abra os celulares em outra janela e escreva à padaria.` },
    pull: { title: t`Puxe o cabo`, hint: t`Na janela dos celulares, desligue o cabo entre o Balcão e o servidor.` },
    write: { title: t`Escreva sem rede`, hint: t`Responda de novo: a mensagem espera neste aparelho.` },
    plug: { title: t`Ligue o cabo`, hint: t`O que esperava chega ao cliente, uma vez e em ordem.` },
  }
}

function Step({ done, title, hint }: Words & { done: boolean }): ReactNode {
  const { t } = useLingui()
  return (
    <li className="flex gap-3">
      {done ? (
        <Check aria-label={t`Feito`} className="mt-0.5 size-4 shrink-0 text-accent" />
      ) : (
        <Circle aria-label={t`A fazer`} className="mt-0.5 size-4 shrink-0 text-muted" />
      )}
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-muted">{hint}</span>
      </span>
    </li>
  )
}
