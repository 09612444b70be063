// Every component of components/ui, in each variant and state, light and dark beside each other. For development: /dev/components.
// What opens over the page has the theme of the page.
import { ThemeToggle } from '../components/theme-toggle.tsx'
import { TooltipProvider } from '../components/ui/tooltip.tsx'
import { cn } from '../lib/class-names.ts'
import { fieldSamples } from './field-samples.tsx'
import { overlaySamples } from './overlay-samples.tsx'
import { plainSamples } from './plain-samples.tsx'
import type { Sample } from './sample.ts'

const samples: readonly Sample[] = [...plainSamples, ...fieldSamples, ...overlaySamples]

export function ComponentsPage() {
  return (
    <TooltipProvider delay={500}>
      <main className="flex min-h-full flex-col bg-canvas">
        <header className="sticky top-0 z-10 flex h-12 items-center gap-2 border-b border-line bg-surface px-4">
          <h1 className="flex-1 text-base font-semibold">components/ui</h1>
          <ThemeToggle />
        </header>
        <div className="grid flex-1 lg:grid-cols-2">
          <Theme name="light" />
          <Theme name="dark" />
        </div>
      </main>
    </TooltipProvider>
  )
}

function Theme({ name }: { name: 'light' | 'dark' }) {
  return (
    <section aria-label={name} className={cn(name, 'flex flex-col gap-8 bg-canvas p-6 text-ink')}>
      {samples.map(({ title, Show }) => (
        <div key={title}>
          <h2 className="mb-2 text-xs font-medium text-muted">{title}</h2>
          <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-4">
            <Show />
          </div>
        </div>
      ))}
    </section>
  )
}
