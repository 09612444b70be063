// How long the company keeps what was said, with what would go today by it.
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import * as v from 'valibot'
import { ServerNote } from '../../desk/server/server-note.tsx'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { formatFileSize } from '../../lib/media/file-size.ts'
import { SettingRow } from './setting-row.tsx'
import type { Company } from './use-company.ts'

const preview = v.object({
  conversations: v.number(),
  messages: v.number(),
  files: v.number(),
  bytes: v.number(),
})

export function PrivacyTab({ company }: { company: Company }) {
  const { t } = useLingui()
  const { keepConversationsDays, keepMediaDays } = company.settings
  const keepsAll = keepConversationsDays === 0 && keepMediaDays === 0
  const query = `conversationsDays=${keepConversationsDays}&mediaDays=${keepMediaDays}`
  const server = useServerData(keepsAll ? null : `/retention/preview?${query}`, preview)
  const { data } = server
  const conversations = plural(data?.conversations ?? 0, { one: '# conversa', other: '# conversas' })
  const messages = plural(data?.messages ?? 0, { one: '# mensagem', other: '# mensagens' })
  const files = plural(data?.files ?? 0, { one: '# arquivo', other: '# arquivos' })
  return (
    <div className="flex flex-col gap-6">
      <section aria-label={t`Prazos`} className="flex flex-col gap-2">
        <h2 className="text-sm font-medium text-muted">
          <Trans>Prazos</Trans>
        </h2>
        <div className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface px-4 *:py-4">
          <SettingRow field="keepConversationsDays" of={company} />
          <SettingRow field="keepMediaDays" of={company} />
        </div>
      </section>
      {keepsAll ? (
        <p className="text-sm text-muted">
          <Trans>Nada é apagado por prazo.</Trans>
        </p>
      ) : (
        <section aria-label={t`O que sairia hoje`} className="flex flex-col gap-2">
          <h2 className="text-sm font-medium text-muted">
            <Trans>O que sairia hoje</Trans>
          </h2>
          <ServerNote {...server} />
          {data && (
            <p className="text-base tabular">
              <Trans>
                {conversations} com {messages}; {files} de outras, {formatFileSize(data.bytes)}.
              </Trans>
            </p>
          )}
          <p className="text-sm text-muted">
            <Trans>Sai de madrugada e não volta. Até lá, mudar o prazo desfaz a decisão.</Trans>
          </p>
        </section>
      )}
    </div>
  )
}
