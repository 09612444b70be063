import { useLingui } from '@lingui/react/macro'
import { campaignsOfList } from 'db/campaigns/queries.ts'
import type { ContactListRow } from 'db/contact-lists/queries.ts'
import { useQuery } from '../../sync/client.ts'

/** What deleting a list means: the campaigns that go to it are named. */
export function DeleteList({ row: { id } }: { row: ContactListRow }) {
  const { t } = useLingui()
  const using = useQuery(campaignsOfList({ contactListId: id })).rows
  const blocking = using.find(({ status }) => status === 'PROGRAMADA' || status === 'EM_ANDAMENTO')
  const names = using.map(({ name }) => name).join(', ')
  return (
    <>
      {t`As pessoas dela saem junto. O que já foi enviado fica.`}
      {using.length > 0 && ` ${t`Campanhas que a usam: ${names}.`}`}
      {blocking && ` ${t`Enquanto ${blocking.name} está programada ou em andamento, a lista não pode ser excluída.`}`}
    </>
  )
}
