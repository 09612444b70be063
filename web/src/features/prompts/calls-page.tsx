// What models were asked and answered in the last fourteen days, with what it cost: for who may change prompts.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Bot } from 'lucide-react'
import * as v from 'valibot'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { buttonVariants } from '../../components/ui/button.tsx'
import { EmptyState } from '../../components/ui/empty-state.tsx'
import { GrowingList } from '../../desk/server/growing-list.tsx'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useServerWindow } from '../../desk/server/use-server-window.ts'
import { formatDateTime } from '../../lib/text/date-time.ts'
import { codeMessage } from '../../lib/text/error-message.ts'

const callSchema = v.object({
  id: v.string(),
  prompt: v.nullable(v.string()),
  ticketId: v.nullable(v.string()),
  ticketNumber: v.nullable(v.number()),
  user: v.nullable(v.string()),
  purpose: v.picklist(['answer', 'trial', 'suggest', 'improve', 'summarize', 'transcribe', 'speak']),
  model: v.string(),
  sent: v.unknown(),
  answered: v.unknown(),
  problem: v.nullable(v.string()),
  inputTokens: v.number(),
  outputTokens: v.number(),
  cost: v.number(),
  milliseconds: v.number(),
  createdAt: v.string(),
})
type Call = v.InferOutput<typeof callSchema>
const callPage = v.object({ calls: v.array(callSchema), cursor: v.nullable(v.string()) })

/** `promptId`: of one alone. */
export function CallsPage({ promptId }: { promptId: string | null }) {
  const { t } = useLingui()
  const server = useServerWindow(`/model-calls${promptId === null ? '' : `?promptId=${promptId}`}`, callPage)
  return (
    <ResourcePage
      title={t`Registro da inteligência artificial`}
      purpose={<Trans>O que os modelos receberam e responderam. Depois de 14 dias é apagado.</Trans>}
      back={<Back />}
      action={null}
    >
      <div className="flex flex-1 flex-col gap-3">
        <ServerNote {...server} />
        <GrowingList
          label={t`Perguntas`}
          server={server}
          rows={server.data?.calls}
          empty={
            <EmptyState icon={Bot} title={t`Nada ainda`}>
              <Trans>Cada pergunta a um modelo aparece aqui, com tokens e tempo.</Trans>
            </EmptyState>
          }
        >
          {(call) => <Line call={call} />}
        </GrowingList>
      </div>
    </ResourcePage>
  )
}

function Back() {
  return (
    <Link to="/prompts" className={buttonVariants({ variant: 'ghost', size: 'sm' })}>
      <ArrowLeft aria-hidden />
      <Trans>Prompts</Trans>
    </Link>
  )
}

function Line({ call }: { call: Call }) {
  const { t, i18n } = useLingui()
  const purposes = {
    answer: t`Resposta`,
    trial: t`Experimento`,
    suggest: t`Sugestão`,
    improve: t`Melhoria de texto`,
    summarize: t`Resumo`,
    transcribe: t`Transcrição`,
    speak: t`Fala`,
  }
  const seconds = (call.milliseconds / 1000).toLocaleString(i18n.locale, { maximumFractionDigits: 1 })
  const cost = call.cost.toLocaleString(i18n.locale, { maximumFractionDigits: 4 })
  return (
    <li>
      <details className="group px-4 py-3">
        <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
          <span className="tabular text-muted">{formatDateTime(new Date(call.createdAt))}</span>
          <span className="font-medium">{purposes[call.purpose]}</span>
          <span className="min-w-0 truncate">{[call.prompt, call.model, call.user].filter(Boolean).join(' · ')}</span>
          {call.ticketNumber !== null && <span className="tabular">#{call.ticketNumber}</span>}
          <span className="ml-auto tabular text-muted">
            <Trans>
              {call.inputTokens + call.outputTokens} tokens · {seconds} s
            </Trans>
            {call.cost > 0 && ` · ${cost}`}
          </span>
        </summary>
        {call.problem !== null && (
          <p className="mt-2 text-sm text-danger">{codeMessage('ERR_AI', { problem: call.problem })}</p>
        )}
        <Json label={t`O que foi enviado`} value={call.sent} />
        {call.answered !== null && <Json label={t`O que foi respondido`} value={call.answered} />}
      </details>
    </li>
  )
}

function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <figure className="mt-2">
      <figcaption className="text-xs text-muted">{label}</figcaption>
      <pre className="mt-1 max-h-96 overflow-auto rounded-md border border-line bg-canvas p-3 text-xs break-words whitespace-pre-wrap">
        {JSON.stringify(value, null, 2).replaceAll(String.raw`\n`, '\n')}
      </pre>
    </figure>
  )
}
