// Names of outside services, asked of DNS without the threads that files and passwords need: a name whose server never answers holds up nobody.
import { Resolver } from 'node:dns/promises'
import { callbackify } from 'node:util'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'

/** What request-filtering-agent takes for public: addresses that hold an IPv4 one (RFC 4291's compatible ones, RFC 8215), and site-local ones. */
const oldForms = new BlockList()
oldForms.addSubnet('::', 96, 'ipv6')
oldForms.addSubnet('64:ff9b:1::', 48, 'ipv6')
oldForms.addSubnet('fec0::', 10, 'ipv6')

/** ::1 is the agent's to judge: it knows whether loopback is allowed. */
export const isOldForm = (address: string) => isIPv6(address) && address !== '::1' && oldForms.check(address, 'ipv6')

/** As the agent refuses: with an error that has no code. */
export function refusingOldForms(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found]
      if (!error && addresses.some(isOldForm)) callback(new Error('not public'), '', 0)
      else callback(error, found, family)
    })
}

const resolver = new Resolver({ timeout: 2_500, tries: 2 })

/** Every address of the name. @throws with the resolver's code when there is none */
async function addressesOf(hostname: string): Promise<{ address: string; family: 4 | 6 }[]> {
  // Never asked of anybody (RFC 6761); the guard refuses it unless loopback is allowed.
  if (/^(.+\.)?localhost\.?$/i.test(hostname)) return [{ address: '127.0.0.1', family: 4 }]
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 as const })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 as const })) : []),
  ]
  if (found.length > 0) return found
  throw v4.status === 'rejected' ? v4.reason : new Error('no address')
}

const findAddresses = callbackify(addressesOf)

export const lookUp: LookupFunction = (hostname, { all, family }, callback) =>
  findAddresses(hostname, (error, found) => {
    if (error) return callback(error, '', 0)
    const wanted = found.filter((one) => (family !== 4 && family !== 6) || one.family === family)
    const [first] = wanted
    if (!first) return callback(Object.assign(new Error('no address'), { code: 'ENOTFOUND' }), '', 0)
    return all ? callback(null, wanted) : callback(null, first.address, first.family)
  })
