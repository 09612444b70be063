// Dialogflow ES: what a customer's words mean to an agent, asked as its service account. Of the account's file four fields are used and nothing
// that could send our calls elsewhere. Without a token call: a JWT that the account signs itself is taken.
import { ToldError } from '../../kit/told-error.ts'
import { importPKCS8, SignJWT } from 'jose'
import * as v from 'valibot'
import type { Outgoing, OutgoingFailure } from '../outgoing/outgoing.ts'
import { jsonOf, readAs } from '../outgoing/read-json.ts'

export const dialogflowUrl = 'https://dialogflow.googleapis.com'
const audience = 'https://dialogflow.googleapis.com/'

const account = v.object({
  type: v.literal('service_account'),
  project_id: v.pipe(v.string(), v.maxLength(100)),
  client_email: v.pipe(v.string(), v.email(), v.maxLength(300)),
  private_key: v.pipe(v.string(), v.startsWith('-----BEGIN PRIVATE KEY-----'), v.maxLength(10_000)),
  private_key_id: v.pipe(v.string(), v.maxLength(200)),
})
export type ServiceAccount = v.InferOutput<typeof account>

/** Null: it is none. */
export function readServiceAccount(text: string): ServiceAccount | null {
  try {
    const parsed = v.safeParse(account, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

const text = v.pipe(v.string(), v.maxLength(20_000))
const answer = v.object({
  queryResult: v.object({
    fulfillmentText: v.optional(text, ''),
    fulfillmentMessages: v.optional(v.pipe(v.array(v.unknown()), v.maxLength(50)), []),
    intent: v.optional(v.object({ endInteraction: v.optional(v.boolean(), false) })),
    diagnosticInfo: v.optional(v.object({ end_conversation: v.optional(v.boolean(), false) })),
  }),
})
const saying = v.object({ platform: v.optional(v.string()), text: v.object({ text: v.array(text) }) })

export interface DialogflowAnswer {
  texts: string[]
  /** The agent has no more to say. */
  isEnd: boolean
}

interface Question {
  account: ServiceAccount
  projectName: string
  /** Up to 36 characters: the same for a conversation. */
  session: string
  language: string
  text: string
}

/** @throws DialogflowError */
export async function detectIntent(
  { outgoing, url = dialogflowUrl }: { outgoing: Outgoing; url?: string },
  question: Question,
  signal?: AbortSignal,
): Promise<DialogflowAnswer> {
  const { projectName, session, language } = question
  const token = await tokenOf(question.account)
  const path = `/v2/projects/${encodeURIComponent(projectName)}/agent/sessions/${encodeURIComponent(session)}:detectIntent`
  const outcome = await outgoing.send({
    url: url + path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    // It takes 256 characters.
    body: JSON.stringify({
      queryInput: { text: { text: Array.from(question.text).slice(0, 256).join(''), languageCode: language } },
    }),
    httpsOnly: true,
    ...(signal && { signal }),
  })
  if (outcome.kind !== 'done') throw new DialogflowError(outcome)
  const said = readAs(answer, jsonOf(outcome.body))
  if (!said) throw new DialogflowError(null)
  const { fulfillmentText, fulfillmentMessages, intent, diagnosticInfo } = said.queryResult
  const texts = fulfillmentMessages.flatMap((message) => {
    const own = readAs(saying, message)
    return own && own.platform === undefined ? own.text.text : []
  })
  const isEnd = (intent?.endInteraction ?? false) || (diagnosticInfo?.end_conversation ?? false)
  return { texts: (texts.length > 0 ? texts : [fulfillmentText]).filter((each) => each.trim() !== ''), isEnd }
}

/** It did not answer, or nothing that is understood. Tells no secret and nothing of what was said. */
export class DialogflowError extends ToldError {
  override name = 'DialogflowError'
  /** Null: what it answered is not understood. */
  readonly failure: OutgoingFailure | null
  constructor(failure: OutgoingFailure | null) {
    super(failure ? `${failure.reason} ${failure.detail}` : 'not understood')
    this.failure = failure
  }
}

async function tokenOf({ client_email: email, private_key: key, private_key_id: keyId }: ServiceAccount) {
  try {
    const signingKey = await importPKCS8(key, 'RS256')
    return await new SignJWT({})
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: keyId })
      .setIssuer(email)
      .setSubject(email)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(signingKey)
  } catch {
    // What it says may quote the key.
    throw new DialogflowError(null)
  }
}
