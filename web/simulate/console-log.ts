// What sync says on the console while faults are injected: kept for a failure's report instead of being printed.
import { format } from 'node:util'

const linesKept = 30
const levels = ['error', 'warn'] as const

export function keepLog() {
  const lines: string[] = []
  const original = levels.map((level) => [level, console[level]] as const)
  for (const level of levels) {
    console[level] = (...args: unknown[]) => {
      lines.push(format(...args).slice(0, 400))
      if (lines.length > linesKept) lines.shift()
    }
  }
  return {
    text: () => lines.join('\n'),
    end: () => original.forEach(([level, print]) => (console[level] = print)),
  }
}
