// An answer before the real one could be made, and the reading of bodies.
import { InvalidRequest } from './request.ts'
import { failure } from './respond.ts'

/** Bytes of a POST's body. */
const maxBody = 8 * 1024 * 1024

/** An answer instead of what was asked for. */
export class NotNow extends Error {
  readonly response: Response
  constructor(response: Response) {
    super('not now')
    this.response = response
  }
}

/** A POST's body. @throws InvalidRequest, NotNow */
export async function bodyOf(request: Request): Promise<object> {
  const text = await request.text()
  if (text.length > maxBody) throw new NotNow(failure(413, { message: 'Request body is too large' }))
  try {
    const body: unknown = text === '' ? {} : JSON.parse(text)
    if (typeof body === 'object' && body !== null) return body
  } catch {
    // Falls through.
  }
  throw new InvalidRequest('body', 'must be a JSON object')
}
