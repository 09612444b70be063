// What a device that somebody is logged in on is called.
import { useLingui } from '@lingui/react/macro'

interface DeviceWords {
  browser: string | null
  system: string | null
}

const handheld = ['iPhone', 'iPad', 'Android']

export const isHandheld = ({ system }: DeviceWords) => handheld.includes(system ?? '')

export function useDeviceName({ browser, system }: DeviceWords): string {
  const { t } = useLingui()
  if (browser && system) return t`${browser} no ${system}`
  return browser ?? system ?? t`Outro programa`
}
