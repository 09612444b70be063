// "Experimentar": a made-up conversation with the prompt as the form has it, before it is saved. Nobody is written to.
import { Trans, useLingui } from '@lingui/react/macro'
import { Play, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import * as v from 'valibot'
import { Button } from '../../components/ui/button.tsx'
import { TextareaField } from '../../components/ui/field.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useOnline } from '../../desk/server/use-online.ts'
import { cn } from '../../lib/class-names.ts'
import { errorMessage } from '../../lib/text/error-message.ts'
import { authorizedFetch, errorOf } from '../../sync/session-client.ts'
import { Section } from './form-section.tsx'
import type { PromptFormState } from './prompt-form.tsx'

const answerSchema = v.object({
  text: v.string(),
  next: v.object({ kind: v.picklist(['wait', 'people', 'transfer', 'close']), queue: v.nullable(v.string()) }),
  tags: v.array(v.string()),
  inputTokens: v.number(),
  outputTokens: v.number(),
  milliseconds: v.number(),
})
type TrialAnswer = v.InferOutput<typeof answerSchema>

interface Line {
  fromMe: boolean
  text: string
  answer?: TrialAnswer
}

/** `id`: of one that is saved, whose key counts where none is typed. */
export function Trial({ form, id }: { form: PromptFormState; id: string | null }) {
  const { t } = useLingui()
  const online = useOnline()
  const [said, setSaid] = useState<readonly Line[]>([])
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const ask = async () => {
    const asked = [...said, { fromMe: false, text: text.trim() }]
    setBusy(true)
    setProblem(null)
    try {
      const answer = await tryOut(form, id, asked)
      setSaid([...asked, { fromMe: true, text: answer.text, answer }])
      setText('')
    } catch (error) {
      setProblem(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={t`Experimentar`}>
      <p className="text-sm text-muted">
        <Trans>
          Converse com o prompt como está aqui, antes de salvar. Ninguém recebe nada; os tokens são cobrados.
        </Trans>
      </p>
      {said.length > 0 && <Said lines={said} />}
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {online ? (
        <>
          <TextareaField
            label={t`Mensagem do cliente`}
            value={text}
            error={null}
            onChange={({ target }) => setText(target.value)}
          />
          <div className="flex gap-2">
            <Button size="sm" disabled={text.trim() === '' || busy} aria-busy={busy} onClick={() => void ask()}>
              <Play aria-hidden />
              <Trans>Experimentar</Trans>
            </Button>
            {said.length > 0 && (
              <Button size="sm" onClick={() => setSaid([])}>
                <RotateCcw aria-hidden />
                <Trans>Recomeçar</Trans>
              </Button>
            )}
          </div>
        </>
      ) : (
        <Notice>
          <Trans>Sem internet não dá para experimentar.</Trans>
        </Notice>
      )}
    </Section>
  )
}

function Said({ lines }: { lines: readonly Line[] }) {
  const { t } = useLingui()
  return (
    <ol aria-label={t`Conversa de teste`} className="flex flex-col gap-2">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines are only added
        <Bubble key={index} line={line} />
      ))}
    </ol>
  )
}

function Bubble({ line: { fromMe, text, answer } }: { line: Line }) {
  return (
    <li className={cn('flex max-w-[85%] flex-col gap-1', fromMe ? 'self-end' : 'self-start')}>
      {text !== '' && (
        <p
          className={cn(
            'rounded-lg px-3 py-2 text-sm break-words whitespace-pre-wrap',
            fromMe ? 'bg-own' : 'border border-line bg-surface',
          )}
        >
          {text}
        </p>
      )}
      {answer && <Facts answer={answer} />}
    </li>
  )
}

function Facts({ answer }: { answer: TrialAnswer }) {
  const { i18n } = useLingui()
  const { next, tags, inputTokens, outputTokens, milliseconds } = answer
  const seconds = (milliseconds / 1000).toLocaleString(i18n.locale, { maximumFractionDigits: 1 })
  return (
    <p className="self-end text-2xs text-muted tabular">
      {next.kind === 'transfer' && <Trans>Transfere para {next.queue} · </Trans>}
      {next.kind === 'people' && <Trans>Chama uma pessoa · </Trans>}
      {next.kind === 'close' && <Trans>Encerra · </Trans>}
      {tags.length > 0 && <Trans>Etiqueta {tags.join(', ')} · </Trans>}
      <Trans>
        {inputTokens + outputTokens} tokens · {seconds} s
      </Trans>
    </p>
  )
}

const tried = [
  'prompt',
  'model',
  'baseUrl',
  'maxTokens',
  'temperature',
  'maxMessages',
  'reasoning',
  'inputPrice',
  'outputPrice',
  'queueId',
] as const

/** @throws AppError as the server says it */
async function tryOut({ values }: PromptFormState, id: string | null, said: readonly Line[]): Promise<TrialAnswer> {
  const response = await authorizedFetch('/api/prompt/try', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      id,
      ...(values.apiKey.trim() !== '' && { apiKey: values.apiKey.trim() }),
      ...Object.fromEntries(tried.map((name) => [name, values[name]])),
      messages: said.filter(({ text }) => text.trim() !== '').map(({ fromMe, text }) => ({ fromMe, text })),
    }),
  })
  if (!response.ok) throw await errorOf(response)
  return v.parse(answerSchema, await response.json())
}
