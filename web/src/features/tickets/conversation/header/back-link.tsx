import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { buttonVariants } from '../../../../components/ui/button.tsx'

/** On a phone, where the conversation has the whole screen. */
export function BackLink() {
  const { t } = useLingui()
  return (
    <Link
      to="/tickets"
      aria-label={t`Voltar para a lista`}
      className={buttonVariants({ variant: 'ghost', className: 'size-11 p-0 sm:hidden' })}
    >
      <ArrowLeft />
    </Link>
  )
}
