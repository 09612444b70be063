import type { ReactNode } from 'react'
import { Titled } from '../titled.tsx'

export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Titled title={title}>
      <div className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">{children}</div>
    </Titled>
  )
}
