import { Trans } from '@lingui/react/macro'
import { Badge } from '../../components/ui/badge.tsx'
import type { Webhook } from './answers.ts'

export function WebhookState({ webhook: { active, offReason, failingSince } }: { webhook: Webhook }) {
  if (offReason !== null) {
    return (
      <Badge shape="label" variant="danger">
        <Trans>Desligado por falhar</Trans>
      </Badge>
    )
  }
  if (!active) {
    return (
      <Badge shape="label">
        <Trans>Desligado</Trans>
      </Badge>
    )
  }
  return failingSince ? (
    <Badge shape="label" variant="warning">
      <Trans>Falhando</Trans>
    </Badge>
  ) : (
    <Badge shape="label" variant="good">
      <Trans>Ligado</Trans>
    </Badge>
  )
}
