import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Settings2, UserX } from 'lucide-react'
import { buttonVariants } from '../../components/ui/button.tsx'

/** What belongs to campaigns and is no campaign. */
export function CampaignPlaces() {
  return (
    <>
      <Link to="/opt-outs" className={buttonVariants()}>
        <UserX aria-hidden />
        <Trans>Descadastrados</Trans>
      </Link>
      <Link to="/campaigns-config" className={buttonVariants()}>
        <Settings2 aria-hidden />
        <Trans>Configurações</Trans>
      </Link>
    </>
  )
}
