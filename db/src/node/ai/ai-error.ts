// What went wrong with an outside model, in words that screens know (problem-words of the web). Nothing of what was sent or answered is in it.
import { ToldError } from '../../kit/told-error.ts'
import type { OutgoingFailure } from '../outgoing/outgoing.ts'
import { jsonOf } from '../outgoing/read-json.ts'

/**
 * key: it is refused, or is missing · quota: nothing is left to spend · busy: too much at once · unavailable: it fails, or is not there ·
 * slow · address: where nobody may call · model: it knows no such model · refused: what it was asked · nonsense: what it answered · filtered.
 */
export const aiProblems = [
  'key',
  'quota',
  'busy',
  'unavailable',
  'slow',
  'address',
  'model',
  'refused',
  'nonsense',
  'filtered',
] as const
export type AiProblem = (typeof aiProblems)[number]

export class AiError extends ToldError {
  override name = 'AiError'
  readonly problem: AiProblem
  /** Seconds, when the service said so. */
  readonly retryAfter: number | null
  /** `detail`: a status or the code of what failed. */
  constructor(problem: AiProblem, retryAfter: number | null = null, detail: string | null = null) {
    super(`the model: ${problem}${detail === null ? '' : ` (${detail})`}`)
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

export function problemOf({ reason, status, body }: OutgoingFailure): AiProblem {
  if (reason === 'timeout' || reason === 'cancelled') return 'slow'
  if (reason === 'url' || reason === 'address' || reason === 'redirect') return 'address'
  if (reason === 'too-large' || reason === 'encoded') return 'nonsense'
  if (status === 401 || status === 403) return 'key'
  if (status === 402) return 'quota'
  if (status === 404) return 'model'
  if (status === 429) return codeIn(body) === 'insufficient_quota' ? 'quota' : 'busy'
  return status !== null && status >= 400 && status < 500 ? 'refused' : 'unavailable'
}

export const failedWith = (failure: OutgoingFailure) =>
  new AiError(problemOf(failure), failure.retryAfter, failure.detail)

/** Of OpenAI's shape of errors. */
function codeIn(body: Buffer): unknown {
  const error = (jsonOf(body) as { error?: { code?: unknown; type?: unknown } } | null | undefined)?.error
  return error?.code ?? error?.type
}
