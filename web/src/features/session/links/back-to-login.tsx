import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'

export function BackToLogin() {
  return (
    <p className="min-h-11">
      <Link to="/login" className="inline-block rounded-sm font-medium text-link hover:underline touch:py-3">
        <Trans>Voltar para a entrada</Trans>
      </Link>
    </p>
  )
}
