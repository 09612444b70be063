// Brings one attachment to the server, resumably (tus): in chunks, from where an earlier attempt ended, each with the session's token.
// Invariant: done means that the server has the whole content by its hash; asking twice is harmless.
import type { AppError } from 'db/kit/errors.ts'
import type { HttpRequest, HttpResponse, HttpStack } from 'tus-js-client'
import { errorOf } from '../session/session.ts'
import type { Send } from '../pull/transport.ts'

/** The server takes larger files in parts of this size. */
const chunkSize = 5 * 1024 * 1024

export interface FileToUpload {
  /** SHA-256 of the content, hex. */
  hash: string
  name: string
  blob: Blob
  /** Where an earlier attempt had begun. */
  uploadUrl?: string
}

export interface UploadOptions {
  send: Send
  signal: AbortSignal
  /** A later attempt may go on there. */
  onUrl(uploadUrl: string): Promise<void>
}

/**
 * Resolves when the server has it, or with why it never will.
 * @throws TypeError when the network or the server fails; what `send` throws, which says nothing of the file; why `signal` was aborted
 */
export async function uploadFile(
  file: FileToUpload,
  { send, signal, onUrl }: UploadOptions,
): Promise<AppError | undefined> {
  if (await isStored(file.hash, { send, signal })) return undefined
  // Apart: no page needs it to be shown.
  const { Upload } = await import('tus-js-client')
  const { promise, resolve, reject } = Promise.withResolvers<AppError | undefined>()
  let refusal: AppError | undefined
  const upload = new Upload(file.blob, {
    endpoint: '/api/uploads',
    ...(file.uploadUrl && { uploadUrl: file.uploadUrl }),
    chunkSize,
    metadata: { sha256: file.hash, filename: file.name },
    // The outbox waits and tries again by itself.
    retryDelays: null,
    storeFingerprintForResuming: false,
    httpStack: stackOver(send, signal, (answer) => (refusal = answer)),
    onUploadUrlAvailable: () => void (upload.url && onUrl(upload.url)),
    onSuccess: () => resolve(undefined),
    onError: () => (refusal ? resolve(refusal) : reject(new TypeError('the upload was cut'))),
  })
  // An upload that is aborted tells nobody.
  signal.addEventListener('abort', () => {
    void upload.abort()
    reject(signal.reason)
  })
  upload.start()
  return promise
}

/** It may have come earlier, or from a colleague. Who can't say is not asked again: the upload finds out. */
async function isStored(hash: string, { send, signal }: Pick<UploadOptions, 'send' | 'signal'>): Promise<boolean> {
  const answer = await send(`/api/media/${hash}/stored`, { signal })
  if (!answer.ok) return false
  const { stored } = (await answer.json()) as { stored: boolean }
  return stored
}

/** What the server will never take. Anything else may pass later, also 404: an upload that was swept is begun anew. */
const final = [400, 413, 415, 422]

/** tus' requests as the rest of sync makes its own. `onRefusal` ends the upload. */
function stackOver(send: Send, signal: AbortSignal, onRefusal: (refusal: AppError) => void): HttpStack {
  return {
    getName: () => 'sync',
    createRequest(method, url) {
      const headers = new Map<string, string>()
      const ended = new AbortController()
      const request: HttpRequest = {
        getMethod: () => method,
        getURL: () => url,
        setHeader: (name, value) => void headers.set(name, value),
        getHeader: (name) => headers.get(name),
        setProgressHandler: () => undefined,
        async send(body) {
          const { pathname } = new URL(url, 'http://origin')
          const response = await send(pathname, {
            method,
            headers: Object.fromEntries(headers),
            signal: AbortSignal.any([signal, ended.signal]),
            ...(body instanceof Blob && { body }),
          })
          if (final.includes(response.status)) onRefusal(await errorOf(response))
          return asResponse(response)
        },
        abort: async () => ended.abort(),
        getUnderlyingObject: () => undefined,
      }
      return request
    },
  }
}

async function asResponse(response: Response): Promise<HttpResponse> {
  const body = await response.text()
  return {
    getStatus: () => response.status,
    getHeader: (name) => response.headers.get(name) ?? undefined,
    getBody: () => body,
    getUnderlyingObject: () => response,
  }
}
