import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'

export function BackToCampaigns() {
  return (
    <Link to="/campaigns" className="mb-1 inline-flex items-center gap-1 text-sm text-muted hover:underline">
      <ChevronLeft aria-hidden className="size-4" />
      <Trans>Campanhas</Trans>
    </Link>
  )
}
