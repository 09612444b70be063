// A person's rights (LGPD): a copy of everything, and to be forgotten. For admins, online: a job does it, and what became of it is read again until then.
import { plural } from '@lingui/core/macro'
import type { ContactRow } from 'db/contacts/queries.ts'
import { hasPermission } from 'db/kit/permissions.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Download, FileArchive, UserX } from 'lucide-react'
import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { Button } from '../../components/ui/button.tsx'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { useServerCall } from '../../desk/server/server-call.ts'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { toastError } from '../../lib/app/toast.ts'
import { formatFileSize } from '../../lib/media/file-size.ts'
import { saveBlob } from '../../lib/media/save-blob.ts'
import { authorizedFetch, errorOf } from '../../sync/session-client.ts'

const known = v.object({
  tickets: v.number(),
  messages: v.number(),
  notes: v.number(),
  files: v.number(),
  requests: v.array(
    v.object({
      id: v.string(),
      kind: v.picklist(['export', 'erasure']),
      status: v.picklist(['waiting', 'done', 'failed']),
      bytes: v.nullable(v.number()),
    }),
  ),
})

const lookAgainMs = 2_000

interface PersonalDataProps {
  contact: ContactRow
  onErased(): void
}

export function PersonalData(props: PersonalDataProps) {
  return hasPermission(useActor(), 'privacy:manage') ? <Section {...props} /> : null
}

function Section({ contact: { id, name }, onErased }: PersonalDataProps) {
  const { t } = useLingui()
  const server = useServerData(`/contacts/${id}/privacy`, known)
  const { disabled, send } = useServerCall()
  const [asking, setAsking] = useState(false)
  const { data, reload } = server
  const waits = useWaits(server)
  const newest = data?.requests.find(({ kind }) => kind === 'export')
  const erase = async () => {
    if (await send('POST', `/contacts/${id}/erasure`)) onErased()
  }
  const counts = countWords(data)
  return (
    <section aria-label={t`Dados pessoais`} className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 className="text-base font-semibold">
        <Trans>Dados pessoais</Trans>
      </h3>
      <ServerNote {...server} />
      {/* It has its line before it is there: nothing moves below a pointer. */}
      <p className="min-h-5 text-sm text-muted tabular">
        {data && [counts.tickets, counts.messages, counts.files].join(' · ')}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={disabled || waits} onClick={() => void send('POST', `/contacts/${id}/export`).then(reload)}>
          <FileArchive aria-hidden /> <Trans>Preparar cópia dos dados</Trans>
        </Button>
        {newest?.bytes != null && (
          <Button disabled={disabled} onClick={() => void download(newest.id, `${t`dados`}-${id}.zip`)}>
            <Download aria-hidden /> {t`Baixar (${formatFileSize(newest.bytes)})`}
          </Button>
        )}
        <Button variant="dangerQuiet" disabled={disabled} onClick={() => setAsking(true)}>
          <UserX aria-hidden /> <Trans>Apagar a pessoa</Trans>
        </Button>
      </div>
      {newest?.status === 'waiting' && (
        <Notice>
          <Trans>A cópia está sendo preparada.</Trans>
        </Notice>
      )}
      {newest?.status === 'failed' && (
        <Notice tone="danger">
          <Trans>A cópia não pôde ser feita. Tente de novo.</Trans>
        </Notice>
      )}
      <EraseDialog name={name} counts={counts} open={asking} onOpenChange={setAsking} onConfirm={() => void erase()} />
    </section>
  )
}

type Known = v.InferOutput<typeof known>

/** Whether a job is at it; asks again until it is not. */
function useWaits({ data, reload }: { data: Known | null; reload(): void }): boolean {
  const waits = data?.requests.some(({ status }) => status === 'waiting') ?? false
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(reload, lookAgainMs)
    return () => clearInterval(timer)
  }, [waits, reload])
  return waits
}

async function download(requestId: string, fileName: string) {
  try {
    const response = await authorizedFetch(`/api/privacy-requests/${requestId}/file`)
    if (!response.ok) throw await errorOf(response)
    saveBlob(fileName, await response.blob())
  } catch (error) {
    toastError(error)
  }
}

const countWords = (data: Known | null) => ({
  messages: plural(data?.messages ?? 0, { one: '# mensagem', other: '# mensagens' }),
  tickets: plural(data?.tickets ?? 0, { one: '# atendimento', other: '# atendimentos' }),
  files: plural(data?.files ?? 0, { one: '# arquivo', other: '# arquivos' }),
})

interface EraseDialogProps {
  name: string
  counts: ReturnType<typeof countWords>
  open: boolean
  onOpenChange(open: boolean): void
  onConfirm(): void
}

function EraseDialog({ name, counts: { tickets, messages, files }, ...dialog }: EraseDialogProps) {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      {...dialog}
      title={t`Apagar tudo sobre ${name}?`}
      description={
        <span className="flex flex-col gap-2">
          <span>
            <Trans>
              Vão embora, sem volta: {tickets}, {messages}, {files}, notas, agendamentos, listas e o que a pessoa
              escreveu em grupos.
            </Trans>
          </span>
          <span>
            <Trans>
              Ficam: os números do painel, sem nome; o pedido de não receber campanhas, só com o número, para que
              ninguém escreva de novo; a linha da auditoria, só com um código; as cópias de segurança até o prazo delas;
              e o que está nos celulares e no WhatsApp.
            </Trans>
          </span>
        </span>
      }
      confirm={t`Apagar para sempre`}
    />
  )
}
