import { useLingui } from '@lingui/react/macro'
import { useTheme } from 'next-themes'
import { Toaster as Sonner } from 'sonner'

/** What is written meanwhile stays in sight. */
const aboveField = { bottom: 'calc(5rem + env(safe-area-inset-bottom))' }
const belowHeader = { top: 'calc(4rem + env(safe-area-inset-top))' }

/** `atTop`: where the newest is at the bottom and takes the whole width. */
export function Toaster({ atTop }: { atTop: boolean }) {
  const { t } = useLingui()
  const { resolvedTheme } = useTheme()
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position={atTop ? 'top-center' : 'bottom-center'}
      offset={atTop ? belowHeader : aboveField}
      mobileOffset={atTop ? belowHeader : aboveField}
      containerAriaLabel={t`Avisos`}
      duration={2000}
      visibleToasts={3}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-center gap-3 rounded-lg bg-ink px-4 py-3 text-base text-surface shadow-pop sm:w-90 font-sans',
          title: 'text-base',
          content: 'min-w-0 flex-1',
          icon: 'shrink-0',
          actionButton: 'ml-auto h-8 shrink-0 rounded-md bg-surface px-3 text-sm font-medium text-ink touch:h-11',
        },
      }}
    />
  )
}
