import { Trans, useLingui } from '@lingui/react/macro'
import { isWhatsAppNumber } from 'db/contacts/read-number.ts'
import { apiNumber, mostFiles } from 'db/messages-api/rules.ts'
import { Paperclip, Send, X } from 'lucide-react'
import { useRef, useState, type ChangeEvent, type SyntheticEvent } from 'react'
import * as v from 'valibot'
import { Button } from '../../components/ui/button.tsx'
import { Field, TextareaField } from '../../components/ui/field.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useOnline } from '../../desk/server/use-online.ts'
import { toastDone, toastError } from '../../lib/app/toast.ts'
import { formatFileSize } from '../../lib/media/file-size.ts'
import { refusedFields } from '../../lib/text/error-message.ts'
import { sendTest } from './send-test.ts'

export interface Typed {
  token: string
  number: string
}

interface TestMessage extends Typed {
  body: string
  files: readonly File[]
}

interface TestFormProps {
  typed: Typed
  onTyped(typed: Typed): void
}

type Problems = Partial<Record<'token' | 'number' | 'body', string>>

/** Sends for real, as another system does. */
export function TestForm({ typed, onTyped }: TestFormProps) {
  const { t } = useLingui()
  const online = useOnline()
  const { body, setBody, files, setFiles, problems, setProblems, busy, submit } = useTest(typed)
  const change = (part: Partial<Typed>) => {
    onTyped({ ...typed, ...part })
    setProblems({})
  }
  return (
    <form
      noValidate
      aria-label={t`Teste de envio`}
      className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4"
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Heading />
      <Whom typed={typed} problems={problems} onChange={change} />
      <TextareaField
        label={t`Mensagem`}
        value={body}
        error={problems.body}
        onChange={(event) => {
          setBody(event.target.value)
          setProblems({})
        }}
      />
      <Files files={files} onChange={setFiles} />
      {!online && (
        <Notice tone="warning">
          <Trans>Sem rede. O teste envia pelo servidor.</Trans>
        </Notice>
      )}
      <Button type="submit" variant="primary" disabled={busy || !online} className="self-start">
        <Send aria-hidden />
        <Trans>Enviar</Trans>
      </Button>
    </form>
  )
}

/** What is sent, what is wrong with it, and the sending. */
function useTest(typed: Typed) {
  const { t } = useLingui()
  const [body, setBody] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const findProblems = useProblems()
  const submit = async () => {
    const [token, number] = [typed.token.trim(), typed.number.trim()]
    const found = findProblems({ token, number, body, files })
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await sendTest({ token, number, body, files })
      toastDone(t`Mensagem enviada com sucesso`)
      setBody('')
      setFiles([])
    } catch (error) {
      setProblems(refusedFields(error))
      toastError(error)
    } finally {
      setBusy(false)
    }
  }
  return { body, setBody, files, setFiles, problems, setProblems, busy, submit }
}

function isNumber(text: string): boolean {
  const digits = v.safeParse(apiNumber, text)
  return digits.success && isWhatsAppNumber(digits.output)
}

function useProblems() {
  const { t } = useLingui()
  return ({ token, number, body, files }: TestMessage): Problems => ({
    ...(token === '' && { token: t`Obrigatório` }),
    ...(number === '' && { number: t`Obrigatório` }),
    ...(number !== '' && !isNumber(number) && { number: t`Código do país, DDD e número, só dígitos.` }),
    ...(body.trim() === '' && files.length === 0 && { body: t`Escreva uma mensagem ou escolha um arquivo.` }),
  })
}

function Heading() {
  return (
    <div>
      <h2 className="text-base font-semibold">
        <Trans>Teste de envio</Trans>
      </h2>
      <p className="text-sm text-muted">
        <Trans>Envia de verdade, pela conexão do token.</Trans>
      </p>
    </div>
  )
}

interface WhomProps {
  typed: Typed
  problems: Problems
  onChange(part: Partial<Typed>): void
}

/** Through which connection, and to whom. */
function Whom({ typed, problems, onChange }: WhomProps) {
  const { t } = useLingui()
  return (
    <>
      <Field
        label={t`Token`}
        value={typed.token}
        error={problems.token}
        autoComplete="off"
        spellCheck={false}
        help={t`O que foi gerado no formulário da conexão.`}
        onChange={(event) => onChange({ token: event.target.value })}
      />
      <Field
        label={t`Número`}
        value={typed.number}
        error={problems.number}
        inputMode="tel"
        autoComplete="off"
        placeholder="5511999998888"
        help={t`Sem máscara: código do país, DDD e número.`}
        onChange={(event) => onChange({ number: event.target.value })}
      />
    </>
  )
}

function Files({ files, onChange }: { files: readonly File[]; onChange(files: readonly File[]): void }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onChange([...files, ...(target.files ?? [])].slice(0, mostFiles))
    // The same file may be chosen again.
    target.value = ''
  }
  return (
    <div role="group" aria-label={t`Arquivos`} className="flex flex-col items-start gap-1">
      <p className="text-sm font-medium">
        <Trans>Arquivos</Trans>
      </p>
      <input ref={input} type="file" multiple hidden aria-label={t`Arquivos`} onChange={take} />
      {files.map(({ name, size }, at) => (
        <div
          key={`${name} ${at}`}
          className="flex w-full items-center gap-2 rounded-md border border-line py-1 pr-1 pl-3"
        >
          <Paperclip aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <span className="shrink-0 text-xs text-muted tabular">{formatFileSize(size)}</span>
          <IconButton label={t`Remover ${name}`} onClick={() => onChange(files.filter((_, n) => n !== at))}>
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button size="sm" disabled={files.length >= mostFiles} onClick={() => input.current?.click()}>
        <Paperclip aria-hidden />
        <Trans>Escolher arquivos</Trans>
      </Button>
    </div>
  )
}
