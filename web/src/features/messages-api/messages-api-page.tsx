// How other systems send messages through a connection: to be read beside a form that tries it, with examples that work as they stand.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { errorStatus, type ErrorCode } from 'db/kit/errors.ts'
import { mostFiles } from 'db/messages-api/rules.ts'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { ResourcePage } from '../../components/resource-list/resource-page.tsx'
import { NoNumberNotice } from '../../desk/number/no-number.tsx'
import { codeMessage } from '../../lib/text/error-message.ts'
import { CodeExample } from './code-example.tsx'
import { fileExamples, statusExamples, textExamples, valuesOf, type Language } from './examples.ts'
import { TestForm } from './test-form.tsx'
import { useStatusWords } from './status-words.ts'

const codes: readonly ErrorCode[] = [
  'ERR_VALIDATION',
  'ERR_INVALID_TOKEN',
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_COMPANY_OFF',
  'ERR_PLAN_FEATURE',
  'ERR_IDEMPOTENCY_KEY_REUSED',
  'ERR_MEDIA_TOO_LARGE',
  'ERR_STORAGE_FULL',
  'ERR_TOO_MANY_REQUESTS',
]

export function MessagesApiPage() {
  const { t } = useLingui()
  const [typed, setTyped] = useState({ token: '', number: '' })
  const [language, setLanguage] = useState<Language>('curl')
  const values = valuesOf(window.location.origin, { token: typed.token.trim(), number: typed.number.trim() })
  return (
    <ResourcePage
      title={t`API de mensagens`}
      purpose={t`Outros sistemas enviam mensagens por uma conexão sua.`}
      action={
        <a href="/api/docs" target="_blank" rel="noreferrer" className="text-sm text-accent underline">
          <Trans>Referência completa (OpenAPI)</Trans>
        </a>
      }
    >
      <NoNumberNotice>
        <Trans>As mensagens saem pelo número de uma conexão, e ainda não há nenhum.</Trans>
      </NoNumberNotice>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Guide values={values} language={language} onLanguage={setLanguage} />
        <div className="lg:sticky lg:top-8">
          <TestForm typed={typed} onTyped={setTyped} />
        </div>
      </div>
    </ResourcePage>
  )
}

type Shown = Omit<ComponentProps<typeof CodeExample>, 'label' | 'examples'>

function Guide(shown: Shown) {
  const { t } = useLingui()
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <Part title={t`O token`}>
        <p>
          <Trans>
            Cada conexão tem o seu: gere-o em <Link to="/connections">Conexões</Link>, no formulário da conexão. Quem
            tem o token envia em nome da empresa: guarde-o no servidor do seu sistema, nunca em uma página ou
            aplicativo.
          </Trans>
        </p>
        <p>
          <Trans>
            O número vai sem máscara: código do país, DDD e número. Com o token e o número do teste preenchidos, os
            exemplos já os trazem.
          </Trans>
        </p>
      </Part>
      <Part title={t`Enviar um texto`}>
        <CodeExample label={t`Enviar um texto`} examples={textExamples} {...shown} />
      </Part>
      <Part title={t`Enviar arquivos`}>
        <p>
          <Trans>
            Até {mostFiles} arquivos, cada um uma mensagem, na ordem em que vão. O texto é a legenda do primeiro; se ele
            for um áudio, vai antes como mensagem própria.
          </Trans>
        </p>
        <CodeExample label={t`Enviar arquivos`} examples={fileExamples} {...shown} />
      </Part>
      <Afterwards {...shown} />
      <Part title={t`Erros`}>
        <p>
          <Trans>
            Uma recusa traz <code>error</code> com o código. Com 429, o cabeçalho <code>Retry-After</code> diz depois de
            quantos segundos tentar de novo.
          </Trans>
        </p>
        <Rows rows={codes.map((code) => [`${errorStatus[code]} ${code}`, codeMessage(code)])} />
      </Part>
    </div>
  )
}

/** What became of a message, and how it is sent once. */
function Afterwards(shown: Shown) {
  const { t } = useLingui()
  return (
    <>
      <Part title={t`O que aconteceu com a mensagem`}>
        <p>
          <Trans>
            A resposta é 202 com <code>id</code> e <code>statusUrl</code>: a mensagem está guardada e será enviada,
            mesmo que a conexão esteja fora do ar nesse momento. Pergunte depois, com o mesmo token:
          </Trans>
        </p>
        <CodeExample label={t`Consultar a situação`} examples={statusExamples} {...shown} />
        <Statuses />
      </Part>
      <Part title={t`Repetir sem duplicar`}>
        <p>
          <Trans>
            Se a rede cair antes da resposta, repita a chamada com o mesmo cabeçalho <code>Idempotency-Key</code>, por
            exemplo o número do pedido (até 255 caracteres, sem espaços): nada é enviado duas vezes, e a resposta é a
            mesma.
          </Trans>
        </p>
      </Part>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="flex min-w-0 flex-col gap-3 text-sm [&_a]:text-accent [&_a]:underline [&_p]:max-w-[68ch]"
    >
      <h2 className="text-base font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Statuses() {
  return <Rows rows={Object.entries(useStatusWords())} />
}

function Rows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
      {rows.map(([name, meaning]) => (
        <div key={name} className="flex flex-col gap-1 px-4 py-2 sm:flex-row sm:gap-4">
          <dt className="shrink-0 font-mono text-xs leading-5 sm:w-72">{name}</dt>
          <dd className="min-w-0">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
