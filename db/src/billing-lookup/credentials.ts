// What a company's own billing systems want to be called with, by the specification's keys. They are secrets (db/node/keys/secrets.ts): set on the
// server, each by itself, and never told. Pure.
import * as v from 'valibot'
import { isLoopbackUrl, outgoingUrlArg, parseOutgoingUrl } from '../kit/outgoing-url.ts'

export const billingKeys = ['asaas', 'ipixc', 'tokenixc', 'ipmkauth', 'clientidmkauth', 'clientsecretmkauth'] as const
export type BillingKey = (typeof billingKeys)[number]

export const isBillingKey = (key: string): key is BillingKey => billingKeys.some((each) => each === key)

/** Under which name it stands in `secrets`. */
export const billingSecret = (key: BillingKey) => `billing/${key}`

/** It goes into a header: printable, and in one piece. */
const token = v.pipe(v.string(), v.trim(), v.regex(/^[\x21-\x7e]{4,1000}$/))

/** What carries a key goes encrypted. */
const address = v.pipe(
  outgoingUrlArg,
  v.check((text) => {
    const url = parseOutgoingUrl(text)
    return url !== null && (url.protocol === 'https:' || isLoopbackUrl(url))
  }, 'https'),
)

export const billingColumns: Record<BillingKey, v.GenericSchema<string, string>> = {
  asaas: token,
  ipixc: address,
  tokenixc: token,
  ipmkauth: address,
  clientidmkauth: token,
  clientsecretmkauth: token,
}

/** Keys that go to the address which the first of each is: another address takes them away. */
export const keysOfAddress: Partial<Record<BillingKey, readonly BillingKey[]>> = {
  ipixc: ['tokenixc'],
  ipmkauth: ['clientidmkauth', 'clientsecretmkauth'],
}

/** By which somebody recognises it who has it: of an address its host, of a key its end, where enough stays unsaid. */
export function hintOf(key: BillingKey, value: string): string {
  if (billingColumns[key] === address) return parseOutgoingUrl(value)?.host ?? ''
  return value.length < 12 ? '' : value.slice(-4)
}
