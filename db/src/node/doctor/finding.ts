// What the doctor says of an installation: in Portuguese, as its operators are spoken to, each problem with what to do about it.
export type Level = 'ok' | 'warning' | 'error'

export interface Finding {
  level: Level
  what: string
  /** What to do. */
  remedy?: string
}

export const ok = (what: string): Finding => ({ level: 'ok', what })
export const warning = (what: string, remedy: string): Finding => ({ level: 'warning', what, remedy })
export const error = (what: string, remedy: string): Finding => ({ level: 'error', what, remedy })

const marks = { ok: '✓', warning: '!', error: '✗' } as const

/** A line each, and one below it with the remedy. */
export const linesOf = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ level, what, remedy }) => [`${marks[level]} ${what}`, ...(remedy ? [`    → ${remedy}`] : [])])

export function summaryOf(findings: readonly Finding[]): string {
  const count = (level: Level) => findings.filter((each) => each.level === level).length
  const [errors, warnings] = [count('error'), count('warning')]
  if (errors + warnings === 0) return 'Está tudo bem.'
  return `${errors} ${errors === 1 ? 'erro' : 'erros'}, ${warnings} ${warnings === 1 ? 'aviso' : 'avisos'}.`
}

const units = ['B', 'kB', 'MB', 'GB', 'TB']

export function size(bytes: number): string {
  const power = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1)
  const amount = bytes / 1024 ** power
  return `${amount.toLocaleString('pt-BR', { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${units[power]}`
}

export function span(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return `${Math.round(seconds / 3600)} h`
}
