// People who are logged out by a login elsewhere almost daily: whoever may allow more devices is told, with the setting.
import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { hasPermission } from 'db/kit/permissions.ts'
import { companySettings } from 'db/settings/queries.ts'
import * as v from 'valibot'
import { Notice } from '../../components/ui/notice.tsx'
import { useServerData } from '../../desk/server/use-server-data.ts'
import { useActor } from '../../lib/app/actor-context.tsx'
import { useQuery } from '../../sync/client.ts'

const answer = v.object({ people: v.number() })
/** More than that no company allows. */
const mostDevices = 3

export function DevicesHint() {
  const may = hasPermission(useActor(), 'settings-page:edit')
  const [settings] = useQuery(companySettings()).rows
  const isFull = (settings?.devicesPerUser ?? 1) >= mostDevices
  const { data } = useServerData(may && !isFull ? '/auth/devices/replaced' : null, answer)
  if (!data || data.people === 0 || isFull) return null
  return (
    <Notice tone="neutral">
      {plural(data.people, {
        one: '# pessoa perde a sessão quase todo dia ao entrar em outro aparelho.',
        other: '# pessoas perdem a sessão quase todo dia ao entrar em outro aparelho.',
      })}{' '}
      <Link to="/settings" className="rounded-sm text-link underline">
        <Trans>Permitir 2 ou 3 aparelhos por pessoa</Trans>
      </Link>
    </Notice>
  )
}
