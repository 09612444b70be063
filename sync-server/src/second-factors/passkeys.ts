// Passkeys (WebAuthn): made for the host name of the page, verified by its user on the device, so that one alone is two factors. Invariant: what was
// made for one host opens nothing on another, and a signature is good for the challenge that was asked for alone.
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { Tx } from 'db/kit/define-mutation.ts'
import { AppError } from 'db/kit/errors.ts'
import { newId } from 'db/kit/new-id.ts'
import { passkeys } from 'db/second-factors/table.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Env } from '../env.ts'
import type { Person } from './codes.ts'

type Passkey = typeof passkeys.$inferSelect

/** EdDSA, ES256, RS256: what every authenticator of these years has one of. */
const algorithms = [-8, -7, -257]

const text = v.pipe(v.string(), v.maxLength(20_000))
const base64url = v.pipe(text, v.regex(/^[\w-]*$/))
const credential = { id: v.pipe(base64url, v.nonEmpty()), rawId: base64url, type: v.literal('public-key') }
const extras = {
  clientExtensionResults: v.looseObject({}),
  authenticatorAttachment: v.optional(v.nullable(text)),
}

/** As browsers tell it; what we don't ask for may come along. */
export const registrationResponse = v.looseObject({
  ...credential,
  ...extras,
  response: v.looseObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(10))),
  }),
})
export const authenticationResponse = v.looseObject({
  ...credential,
  ...extras,
  response: v.looseObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: v.optional(v.nullable(base64url)),
  }),
})

export interface RelyingParty {
  origin: string
  id: string
}

/**
 * Whose page asks. Where the installation was not told its address the browser's word is taken: a page elsewhere gets no signature for the host
 * name that a passkey was made for, and it is looked at.
 */
export function relyingParty(c: Context, { PUBLIC_URL }: Env): RelyingParty {
  const said = PUBLIC_URL ?? c.req.header('origin') ?? ''
  if (!URL.canParse(said)) throw new AppError('ERR_VALIDATION', { fields: { origin: ['Required'] } })
  const { origin, hostname } = new URL(said)
  return { origin, id: hostname }
}

export const passkeysOf = (tx: Tx, userId: string): Promise<Passkey[]> =>
  tx.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.createdAt, passkeys.id)

export async function askToRegister(tx: Tx, person: Person & { name: string }, { id: rpID }: RelyingParty) {
  const known = await passkeysOf(tx, person.id)
  return generateRegistrationOptions({
    rpName: 'Balcão',
    rpID,
    userID: userHandleOf(person.id),
    userName: person.email,
    userDisplayName: person.name,
    excludeCredentials: known.filter(({ rpId }) => rpId === rpID).map(({ credentialId: id }) => ({ id })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** @throws AppError ERR_INVALID_SECOND_FACTOR */
export async function register(
  tx: Tx,
  { id: userId, companyId }: Person,
  asked: { challenge: string; response: v.InferOutput<typeof registrationResponse>; name: string },
  { origin, id: rpId }: RelyingParty,
  now: Date,
) {
  const { verified, registrationInfo } = await orRefused(async () => {
    assertOwnPage(asked.response.response.clientDataJSON)
    return verifyRegistrationResponse({
      response: asked.response as unknown as RegistrationResponseJSON,
      expectedChallenge: asked.challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    })
  })
  // What the authenticator signed for is what counts; who says another id meant another passkey.
  if (!verified || registrationInfo.credential.id !== asked.response.id) {
    throw new AppError('ERR_INVALID_SECOND_FACTOR')
  }
  const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential
  const own = { id: newId(), companyId, userId, name: asked.name, createdAt: now, lastUsedAt: null }
  const made = await tx
    .insert(passkeys)
    .values({ ...own, credentialId, publicKey, rpId, counter, transports })
    .onConflictDoNothing()
    .returning()
  if (!made[0]) throw new AppError('ERR_INVALID_SECOND_FACTOR')
  return made[0]
}

/** Null: any of whoever has one for this host. */
export async function askToAuthenticate(tx: Tx, userId: string | null, { id: rpID }: RelyingParty) {
  const own = userId === null ? [] : (await passkeysOf(tx, userId)).filter(({ rpId }) => rpId === rpID)
  return generateAuthenticationOptions({
    rpID,
    userVerification: 'required',
    ...(own.length > 0 && { allowCredentials: own.map(({ credentialId: id }) => ({ id })) }),
  })
}

/** Whose passkey signed; null: nobody's, or not as it should be. */
export async function authenticate(
  tx: Tx,
  challenge: string,
  response: v.InferOutput<typeof authenticationResponse>,
  { origin, id: rpId }: RelyingParty,
  now: Date,
): Promise<Passkey | null> {
  const isIt = and(eq(passkeys.credentialId, response.id), eq(passkeys.rpId, rpId))
  const [passkey] = await tx.select().from(passkeys).where(isIt).for('update')
  if (!passkey || !isOf(passkey, response)) return null
  const { credentialId: id, publicKey, counter, transports } = passkey
  try {
    assertOwnPage(response.response.clientDataJSON)
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: { id, publicKey: Uint8Array.from(publicKey), counter, transports },
      requireUserVerification: true,
    })
    if (!verified) return null
    const used = { counter: authenticationInfo.newCounter, lastUsedAt: now }
    await tx.update(passkeys).set(used).where(eq(passkeys.id, passkey.id))
    return passkey
  } catch {
    // The library says by throwing what does not fit.
    return null
  }
}

/** What an authenticator is told of whose a passkey is. */
const userHandleOf = (userId: string) => new TextEncoder().encode(userId)

/** An authenticator that says whose it is says its owner. */
function isOf({ userId }: Passkey, { response }: v.InferOutput<typeof authenticationResponse>): boolean {
  const { userHandle } = response
  return !userHandle || Buffer.from(userHandleOf(userId)).equals(Buffer.from(userHandle, 'base64url'))
}

/** Ours is never within another page, which not every browser names. @throws what the library does for nonsense */
function assertOwnPage(clientData: string) {
  if (decodeClientDataJSON(clientData).crossOrigin) throw new Error('within another page')
}

async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    throw new AppError('ERR_INVALID_SECOND_FACTOR')
  }
}
