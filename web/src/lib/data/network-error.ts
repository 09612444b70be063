/** What fetch throws when there is no answer. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError
}
