import { Trans } from '@lingui/react/macro'
import { Notice } from '../../../components/ui/notice.tsx'

export function NeedsNetwork() {
  return (
    <Notice>
      <Trans>Você está sem internet. Para definir uma senha é preciso estar conectado.</Trans>
    </Notice>
  )
}
