// What server and worker read of the environment for calls to addresses that people chose.
import * as v from 'valibot'

/** '1': stand-ins on this machine, also by http. For development and tests. */
export const outgoingSettings = { OUTGOING_ALLOW_LOOPBACK: v.optional(v.literal('1')) }

/**
 * On a server it would open what listens on loopback there to everybody who may enter an address: an installation that the world sees,
 * by its address or by the host it listens on, refuses to start with it.
 */
export function loopbackIsForTests(env: {
  OUTGOING_ALLOW_LOOPBACK?: '1' | undefined
  PUBLIC_URL?: string | undefined
  HOST?: string | undefined
}): boolean {
  if (env.OUTGOING_ALLOW_LOOPBACK !== '1') return true
  return env.PUBLIC_URL === undefined && ['127.0.0.1', '::1', 'localhost', undefined].includes(env.HOST)
}

export const loopbackProblem = 'OUTGOING_ALLOW_LOOPBACK is for this machine alone'
