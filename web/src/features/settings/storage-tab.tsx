// How much of its room for files the company uses, and what for. Read from the server: no device knows all files.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { StorageKind } from 'db/media/storage-kinds.ts'
import { useId } from 'react'
import * as v from 'valibot'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { formatTime } from '../../lib/text/date-time.ts'
import { errorMessage } from '../../lib/text/error-message.ts'
import { formatFileSize } from '../../lib/media/file-size.ts'
import { useOnline } from '../../desk/server/use-online.ts'
import { useServerData } from '../../desk/server/use-server-data.ts'

const storage = v.object({
  used: v.number(),
  quota: v.nullable(v.number()),
  kinds: v.array(v.object({ kind: v.string(), bytes: v.number(), files: v.number() })),
})
type Storage = v.InferOutput<typeof storage>

/** Past it, admins are warned. */
const almostFull = 0.9

export function StorageTab() {
  const { t } = useLingui()
  const online = useOnline()
  const headingId = useId()
  const { data, at, error, reload } = useServerData('/storage', storage)
  return (
    <section aria-labelledby={headingId} className="flex flex-col gap-2">
      <h2 id={headingId} className="text-sm font-medium text-muted">
        <Trans>Espaço para arquivos</Trans>
      </h2>
      <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
        {!online && (
          <Notice>
            {at ? t`Sem conexão: como estava às ${formatTime(at)}.` : t`Sem conexão: quem sabe disto é o servidor.`}
          </Notice>
        )}
        {online && error !== null && (
          <Notice tone="danger">
            {errorMessage(error)}{' '}
            <Button size="sm" onClick={reload}>
              <Trans>Tentar de novo</Trans>
            </Button>
          </Notice>
        )}
        {data ? <Use {...data} /> : online && error === null && <Skeleton className="h-40 rounded-md" />}
      </div>
    </section>
  )
}

function Use({ used, quota, kinds }: Storage) {
  const { t } = useLingui()
  const words: Record<StorageKind, string> = {
    conversations: t`Conversas`,
    library: t`Mensagens rápidas, filas, listas e agendamentos`,
    pictures: t`Fotos de contatos`,
    other: t`Sem uso: saem sozinhos depois de alguns dias`,
  }
  const [size, room] = [formatFileSize(used), quota === null ? '' : formatFileSize(quota)]
  const label = quota === null ? t`${size} em uso` : t`${size} de ${room} em uso`
  return (
    <>
      <div className="flex flex-col gap-2">
        <p className="text-base font-medium tabular">{label}</p>
        {quota !== null && <Bar label={label} share={used / quota} />}
      </div>
      {quota !== null && used >= quota && (
        <Notice tone="danger">
          <Trans>
            Não há mais espaço: arquivos novos são recusados e os dos clientes esperam. Exclua o que não é mais preciso
            ou fale com o suporte.
          </Trans>
        </Notice>
      )}
      {quota !== null && used < quota && used >= quota * almostFull && (
        <Notice tone="warning">
          <Trans>O espaço está acabando.</Trans>
        </Notice>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {kinds.map(({ kind, bytes, files }) => (
          <li key={kind} className="flex items-baseline gap-3 py-2 text-sm">
            <span className="min-w-0 flex-1">{kind in words ? words[kind as StorageKind] : kind}</span>
            <span className="text-xs text-muted tabular">
              {plural(files, { one: '# arquivo', other: '# arquivos' })}
            </span>
            <span className="w-20 shrink-0 text-right tabular">{formatFileSize(bytes)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Bar({ label, share }: { label: string; share: number }) {
  const full = Math.min(1, share)
  return (
    <div
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(full * 100)}
      className="h-2 overflow-hidden rounded-full bg-pressed"
    >
      <div
        className={`h-full rounded-full ${share >= 1 ? 'bg-danger' : share >= almostFull ? 'bg-warning' : 'bg-accent'}`}
        style={{ width: `${full * 100}%` }}
      />
    </div>
  )
}
